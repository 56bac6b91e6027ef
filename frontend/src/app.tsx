// The page: the lobby or a match, and everything that keeps it true.
import { effect, signal } from "@preact/signals";
import { render, type JSX } from "preact";
import { whoAmI } from "./account";
import { keepCounting } from "./all";
import * as api from "./api";
import { Board } from "./board/Board";
import { followNews, keepChoicesInSight } from "./board/attention";
import { keepMoving } from "./board/motion";
import { watchTheClock } from "./clock";
import { keepComposing } from "./compose";
import { listenToKeys } from "./keys";
import { keepKinds } from "./kinds";
import { keepLights } from "./lights";
import { stayConnected } from "./live";
import { Ladder } from "./lobby/Ladder";
import { Lobby } from "./lobby/Lobby";
import { Login } from "./lobby/Login";
import { speak } from "./notices";
import { followDecisions, trouble } from "./order";
import { keepOverlays } from "./overlays";
import { ActionBar, keepEndInSight } from "./panels/ActionBar";
import { keepBattles } from "./panels/BattlePanel";
import { keepDeploying } from "./panels/Deployment";
import { DiceRoll, keepRolling } from "./panels/DiceRoll";
import { HandOver, Help, Legend, NoticeLine, ProposalStrip, Speaker } from "./panels/Floats";
import { Ending } from "./panels/Ending";
import { Invitation } from "./panels/Invitation";
import { OlderRules } from "./panels/OlderRules";
import { ReplayBar, SinceLast } from "./panels/ReplayBar";
import { keepRules } from "./panels/rulebook";
import { Settings } from "./panels/Settings";
import { SidePanel } from "./panels/SidePanel";
import { clearTheMap, folded } from "./panels/tabs";
import { Readout, TopBar } from "./panels/TopBar";
import { keepPlanning } from "./planner";
import { keepPlans } from "./plans";
import { followLinks, keepStory } from "./replay";
import { keepNews } from "./news";
import { place } from "./routes";
import { speakOfNews } from "./speaking";
import { placeSprite } from "./sprite";
import { strings as S } from "./strings";
import { studyOrders } from "./study";
import { game, games, ground, hidesSides, lookFrom, match, nextAtScreen, past, sitDown, theme } from "./table";
import { keepTroop } from "./troop";
import { keepTeaching, taught } from "./tutorial";
import { showTurn } from "./turnsign";
import { answering, keepWaiving } from "./waiving";

const failed = signal("");

function Match(): JSX.Element {
  if (failed.value) {
    return (
      <main class="loading">
        <p>{failed.value}</p>
        <Login then={() => location.reload()} />
        <a href="#/">{S.lobby}</a>
      </main>
    );
  }
  if (!match.value || !ground.value) return <main class="loading"><p>{S.loading}…</p></main>;
  return (
    <div class={`match${folded.value ? " folded" : ""}`}>
      <TopBar />
      <main class="stage">
        <Board />
        <div class="over-map">
          <SinceLast />
          <OlderRules />
          <ProposalStrip />
          <Invitation />
          <Ending />
        </div>
        <Legend />
        <DiceRoll />
        <NoticeLine />
        <Readout />
      </main>
      <footer class="foot"><ActionBar /><ReplayBar /></footer>
      <SidePanel />
      <Help />
      <Settings />
      <HandOver />
    </div>
  );
}

function App(): JSX.Element {
  return <>{place.value.match ? <Match /> : place.value.page === "ladder" ? <Ladder /> : <Lobby />}<Speaker /></>;
}

/** Open the match the address names. */
function openMatches(): void {
  let open = "";
  effect(() => {
    const id = place.value.match;
    if (!games.value.length || id === open) return;
    open = id;
    failed.value = "";
    scrollTo(0, 0); // a long lobby may have been scrolled
    clearTheMap(); // the last match may have had its panels open
    if (!id) {
      match.value = past.value = null;
      return;
    }
    sitDown(id).catch((error: unknown) => {
      failed.value = error instanceof Error ? error.message : S.serverAway;
    });
  });
}

/** Two at one screen without secrets: the page simply turns to whoever must decide. */
function turnRound(): void {
  effect(() => {
    const side = nextAtScreen.value;
    if (side && game.value && !answering.value && (!hidesSides.value || taught.value) && !past.value) lookFrom(side).catch(trouble);
  });
}

keepLights();
openMatches();
turnRound();
stayConnected();
followDecisions();
studyOrders();
keepOverlays();
keepPlanning();
keepPlans();
keepCounting();
keepKinds();
keepComposing();
keepBattles();
keepDeploying();
keepEndInSight();
keepRules();
keepMoving();
keepChoicesInSight();
followNews();
keepRolling();
keepTeaching();
keepWaiving();
keepTroop();
followLinks();
keepStory();
keepNews();
showTurn();
speakOfNews();
watchTheClock(speak);
listenToKeys();
whoAmI().catch(trouble);
const root = document.getElementById("app");
if (root) render(<App />, root);
api.theme().then((found) => (theme.value = found), trouble);
api.sprite().then(placeSprite, trouble);
api.games().then((found) => (games.value = found), trouble);
