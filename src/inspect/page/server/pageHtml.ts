/** The frame of the page. Its modules fill it in. */
export const pageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>claude-actors inspector</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css">
<script type="module" src="client/main.js"></script>
</head>
<body>
<header>
  <h1>claude-actors <span>inspector</span></h1>
  <span id="connection" class="connection" role="status">connecting</span>
  <span id="dropped" class="warn" role="status"></span>
  <span id="file-problem" class="warn" role="alert"></span>
  <span class="fill"></span>
  <span id="content" class="quiet"></span>
  <a id="export" class="button" hidden download="recording.ndjson">Export recording</a>
</header>
<nav aria-label="Sessions and actors">
  <h2>Sessions</h2>
  <div id="sessions"></div>
  <h2>Actors</h2>
  <div id="actors" role="tree" aria-label="Actors"></div>
</nav>
<main>
  <div class="actor-head">
    <h2 id="actor-name"></h2>
    <span id="actor-state" class="pill" role="status"></span>
    <span id="actor-details" class="quiet"></span>
  </div>
  <div id="chart"></div>
</main>
<aside aria-label="Events">
  <div role="tablist" aria-label="Views">
    <button type="button" role="tab" id="tab-conversation" aria-controls="panel-conversation">Conversation</button>
    <button type="button" role="tab" id="tab-sequence" aria-controls="panel-sequence">Sequence</button>
    <button type="button" role="tab" id="tab-frames" aria-controls="panel-frames">Frames</button>
    <button type="button" role="tab" id="tab-pending" aria-controls="panel-pending">Pending<span id="pending-count" class="badge"></span></button>
  </div>
  <section role="tabpanel" id="panel-conversation" aria-labelledby="tab-conversation"></section>
  <section role="tabpanel" id="panel-sequence" aria-labelledby="tab-sequence" hidden></section>
  <section role="tabpanel" id="panel-frames" aria-labelledby="tab-frames" hidden></section>
  <section role="tabpanel" id="panel-pending" aria-labelledby="tab-pending" hidden></section>
  <section id="detail" aria-label="Details" hidden></section>
</aside>
<footer aria-label="Timeline">
  <button type="button" id="step-back" aria-label="One event back" title="One event back ( [ )">‹</button>
  <input type="range" id="scrub" min="0" max="0" value="0" step="1" aria-label="Timeline">
  <button type="button" id="step-forward" aria-label="One event forward" title="One event forward ( ] )">›</button>
  <button type="button" id="live" aria-pressed="true" title="Follow live ( l )">Live</button>
  <span id="position" class="position"></span>
  <span id="moment" class="moment"></span>
</footer>
<svg class="defs" width="0" height="0" aria-hidden="true"><defs>
  <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>
  <marker id="arrow-last" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>
  <marker id="arrow-frame" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>
</defs></svg>
</body>
</html>
`;
