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
  <button type="button" id="open-help" aria-label="Keys" title="Keys ( ? )">?</button>
  <a id="export" class="button" hidden download="recording.ndjson">Export recording</a>
</header>
<nav id="nav" aria-label="Sessions and actors">
  <h2>Sessions</h2>
  <div id="sessions"></div>
  <h2>Actors</h2>
  <div id="actors" role="tree" aria-label="Actors"></div>
</nav>
<div id="resize-nav" class="separator" role="separator" tabindex="0" aria-orientation="vertical" aria-controls="nav" aria-label="Width of the list of sessions" title="Drag, or use the arrow keys. Double-click to reset."></div>
<aside id="aside" aria-label="Events">
  <div role="tablist" aria-label="Views">
    <button type="button" role="tab" id="tab-conversation" aria-controls="panel-conversation">Conversation</button>
    <button type="button" role="tab" id="tab-sequence" aria-controls="panel-sequence">Sequence</button>
    <button type="button" role="tab" id="tab-frames" aria-controls="panel-frames">Frames</button>
    <button type="button" role="tab" id="tab-pending" aria-controls="panel-pending">Pending<span id="pending-count" class="badge"></span></button>
    <button type="button" role="tab" id="tab-fleet" aria-controls="panel-fleet" hidden>Fleet<span id="fleet-count" class="badge"></span></button>
    <button type="button" role="tab" id="tab-chart" aria-controls="main">Chart</button>
  </div>
  <section role="tabpanel" id="panel-conversation" aria-labelledby="tab-conversation"></section>
  <section role="tabpanel" id="panel-sequence" aria-labelledby="tab-sequence" hidden></section>
  <section role="tabpanel" id="panel-frames" aria-labelledby="tab-frames" hidden></section>
  <section role="tabpanel" id="panel-pending" aria-labelledby="tab-pending" hidden></section>
  <section role="tabpanel" id="panel-fleet" aria-labelledby="tab-fleet" hidden></section>
  <div id="resize-detail" class="separator" role="separator" tabindex="0" aria-orientation="horizontal" aria-controls="detail" aria-label="Height of the details" title="Drag, or use the arrow keys. Double-click to reset."></div>
  <section id="detail" aria-label="Details" hidden></section>
</aside>
<div id="resize-main" class="separator" role="separator" tabindex="0" aria-orientation="vertical" aria-controls="main" aria-label="Width of the chart" title="Drag, or use the arrow keys. Double-click to reset."></div>
<main id="main">
  <div class="actor-head">
    <h2 id="actor-name"></h2>
    <span id="actor-state" class="pill" role="status"></span>
    <span id="actor-details" class="quiet"></span>
  </div>
  <div id="chart"></div>
  <div id="resize-step" class="separator" role="separator" tabindex="0" aria-orientation="horizontal" aria-controls="step" aria-label="Height of the context" title="Drag, or use the arrow keys. Double-click to reset."></div>
  <section id="step" aria-label="Last step" hidden></section>
</main>
<div id="resize-footer" class="separator" role="separator" tabindex="0" aria-orientation="horizontal" aria-controls="footer" aria-label="Height of the timeline" title="Drag, or use the arrow keys. Double-click to reset."></div>
<footer id="footer" aria-label="Timeline">
  <div class="timeline-bar" role="toolbar" aria-label="Timeline">
    <span class="group">
      <button type="button" id="turn-back" aria-label="One turn back" title="One turn back ( { )">«</button>
      <button type="button" id="step-back" aria-label="One event back" title="One event back ( [ )">‹</button>
      <button type="button" id="step-forward" aria-label="One event forward" title="One event forward ( ] )">›</button>
      <button type="button" id="turn-forward" aria-label="One turn forward" title="One turn forward ( } )">»</button>
    </span>
    <button type="button" id="live" aria-pressed="true" title="Follow live ( l )">Live</button>
    <span class="group">
      <button type="button" id="time-in" aria-label="Zoom in" title="Zoom in ( + )">+</button>
      <button type="button" id="time-out" aria-label="Zoom out" title="Zoom out ( - )">−</button>
      <button type="button" id="time-fit" title="Show all ( 0 )">Fit</button>
    </span>
    <button type="button" id="clear-range" title="Show everything again ( Esc )" hidden></button>
    <span id="position" class="position"></span>
    <span id="moment" class="moment"></span>
  </div>
  <div id="scrub" role="slider" tabindex="0" aria-label="Timeline" aria-valuemin="0" aria-valuemax="0" aria-valuenow="0" aria-valuetext="nothing yet"><canvas id="timeline"></canvas></div>
</footer>
<div id="timeline-tip" role="tooltip" hidden></div>
<dialog id="help" aria-labelledby="help-title">
  <div class="help-head"><h2 id="help-title">Keys</h2><button type="button" id="close-help" aria-label="Close">✕</button></div>
  <div id="help-keys"></div>
</dialog>
<svg class="defs" width="0" height="0" aria-hidden="true"><defs>
  <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>
  <marker id="arrow-last" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>
  <marker id="arrow-frame" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>
</defs></svg>
</body>
</html>
`;
