"""The files of `deploy/` tried for real: nginx as the TLS proxy before two workers, the systemd units, a backup.

Skipped where nginx or systemd-analyze is not installed (Debian: `apt-get install nginx-light systemd`).
"""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from grognard.server import backup
from grognard.server.accounts import COOKIE
from grognard.server.crew import owner_of
from tests.server.house import Line
from tests.server.postgres import free_port
from tests.server.process import ServerProcess

ROOT = Path(__file__).parents[3]
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
WORKERS = 2
MAIN = """daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 200; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


def proxy_config(folder: Path, plain: int, tls: int, server: int) -> str:
    """Our nginx.conf with other ports and a certificate of our own; everything else as it stands."""
    certificate = [
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(folder / "key.pem"), "-out", str(folder / "chain.pem"),
    ]  # fmt: skip
    subprocess.run(certificate, check=True, capture_output=True)
    site = (ROOT / "deploy" / "nginx.conf").read_text()
    for ours, here in (
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{tls} ssl"),
        ("127.0.0.1:8123", f"127.0.0.1:{server}"),
        ("/etc/letsencrypt/live/club.example.org/fullchain.pem", str(folder / "chain.pem")),
        ("/etc/letsencrypt/live/club.example.org/privkey.pem", str(folder / "key.pem")),
    ):
        assert ours in site
        site = site.replace(ours, here)
    return MAIN.format(folder=folder, site=site)


class Deployed:
    """A club behind its proxy."""

    def __init__(self, server: ServerProcess, port: int, plain: int, folder: Path) -> None:
        self.server, self.folder, self.plain = server, folder, plain
        self.url = f"https://127.0.0.1:{port}"
        self.trust = ssl.create_default_context(cafile=str(folder / "chain.pem"))

    def visitor(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, verify=self.trust, headers={"Origin": self.url}, timeout=60)


@pytest.fixture
def deployed(tmp_path: Path) -> Iterator[Deployed]:
    if NGINX is None or shutil.which("openssl") is None:
        pytest.skip("nginx or openssl is not installed")
    server = ServerProcess(str(tmp_path / "matches.sqlite3"), workers=WORKERS, public=True)
    plain, tls = free_port(), free_port()
    (tmp_path / "nginx.conf").write_text(proxy_config(tmp_path, plain, tls, server.port))
    nginx = subprocess.Popen([NGINX, "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")])
    try:
        club = Deployed(server, tls, plain, tmp_path)
        _await(club, nginx)
        yield club
    finally:
        nginx.terminate()
        nginx.wait(20)
        server.stop()


def _await(club: Deployed, nginx: subprocess.Popen[bytes]) -> None:
    for _ in range(400):
        assert nginx.poll() is None, (club.folder / "error.log").read_text()
        try:
            assert club.visitor().get("/api/theme").status_code == 200
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("nginx did not start")


def test_a_club_behind_nginx(deployed: Deployed) -> None:
    anna = deployed.visitor()
    told = anna.post("/api/register", json={"name": "Anna", "password": "correct horse battery"})
    assert told.status_code == 200, told.text
    assert "Secure" in told.headers["set-cookie"]  # it believes the proxy that the page is at https
    matches: dict[int, dict[str, object]] = {}
    while len(matches) < WORKERS:
        wanted = {"game": "guderian", "seats": {"german": "screen", "soviet": "screen"}}
        made = anna.post("/api/matches", json=wanted)
        assert made.status_code == 200, made.text
        matches.setdefault(owner_of(made.json()["id"], WORKERS), made.json())
    for made_here in matches.values():
        _play(deployed, anna, made_here)
    assert anna.post("/api/matches", json=wanted, headers={"Origin": "https://elsewhere.example"}).status_code == 403
    large = anna.post("/api/matches/import", content=b"x" * (6 << 20), headers={"Content-Type": "text/plain"})
    assert large.status_code == 413
    moved = httpx.get(f"http://127.0.0.1:{deployed.plain}/", headers={"Host": "club.example.org"})
    assert (moved.status_code, moved.headers["location"]) == (301, "https://club.example.org/")
    saved = deployed.folder / "saved.sqlite3"
    assert backup.save(deployed.folder / "matches.sqlite3", saved) >= WORKERS  # while two workers serve
    restored = deployed.folder / "restored.sqlite3"
    assert backup.restore(saved, restored) >= WORKERS
    _is_all_there(restored, matches, anna.cookies[COOKIE])


def _play(deployed: Deployed, anna: httpx.Client, made: dict[str, object]) -> None:
    """Over a live connection through the proxy, handed to whichever worker owns the match; and by requests."""
    tokens = made["tokens"]
    assert isinstance(tokens, dict)
    address = f"{deployed.url.replace('https', 'wss')}/api/matches/{made['id']}/live"
    cookie = {"Cookie": f"{COOKIE}={anna.cookies[COOKIE]}"}
    with connect(
        address, ssl=deployed.trust, origin=Origin(deployed.url), additional_headers=cookie, max_size=1 << 24
    ) as socket:
        line = Line(socket)
        socket.send(json.dumps({"seats": [tokens["soviet"]], "side": "soviet", "deltas": True}))
        assert line.hear_of("state", 30)["state"]["number"] == 0
        line.act("place R16 0123", 0, "soviet")
        assert line.hear_of("delta", 30)["answers"] == 1
        body = {"number": 1, "action": "place R17 0123", "side": "soviet"}
        seat = {"X-Grognard-Seat": str(tokens["soviet"])}
        said = anna.post(f"/api/matches/{made['id']}/actions", json=body, headers=seat)
        assert said.status_code == 200, said.text
        assert line.hear_of("delta", 30)["number"] == 2


def _is_all_there(db: Path, matches: dict[int, dict[str, object]], session: str) -> None:
    server = ServerProcess(str(db), workers=WORKERS, public=True)
    try:
        for made in matches.values():
            cookies = {COOKIE: session}
            told = httpx.get(f"{server.url}/api/matches/{made['id']}", cookies=cookies, timeout=60)
            assert told.status_code == 200, told.text
            assert told.json()["number"] == 2
    finally:
        server.stop()


@pytest.mark.parametrize("unit", ["grognard.service", "grognard-backup.service", "grognard-backup.timer"])
def test_systemd_takes_the_units(unit: str, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    for file in (ROOT / "deploy").glob("grognard*.*"):
        program = str(Path(sys.executable).parent) + "/"
        (tmp_path / file.name).write_text(file.read_text().replace("/opt/grognard/.venv/bin/", program))
    told = subprocess.run(["systemd-analyze", "verify", str(tmp_path / unit)], capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")
