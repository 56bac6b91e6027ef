// Bundles the tests of the page's logic as the page is bundled and runs them: all of them, or those named.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const here = import.meta.dirname;
const names = process.argv.slice(2);
const files = readdirSync(here).filter((file) => file.endsWith(".test.ts") && (!names.length || names.includes(file.slice(0, -8))));
const folder = mkdtempSync(join(tmpdir(), "page-tests-"));
try {
  await build({
    entryPoints: files.map((file) => join(here, file)), bundle: true, platform: "node", format: "esm", target: "es2022",
    sourcemap: "inline", outdir: folder, outExtension: { ".js": ".mjs" }, logLevel: "warning",
  });
  const built = files.map((file) => join(folder, file.replace(/ts$/, "mjs")));
  const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", "--test-reporter=spec", ...built], {
    stdio: "inherit", env: { ...process.env, PAGE_SOURCES: join(here, "..", "src") }, // for the test that reads them
  });
  process.exitCode = files.length ? (status ?? 1) : 1;
} finally {
  rmSync(folder, { recursive: true });
}
