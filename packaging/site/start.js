// Says plainly why the arcade cannot begin. A script of the old kind: it runs where page.js does not.
(function () {
  "use strict";
  var OLD = "This browser is too old for the arcade.";

  function cause() {
    if (location.protocol === "file:") {
      return "This page was opened as a file. Browsers run it only from a web server; on this machine, make site-try is one.";
    }
    if (typeof WebAssembly !== "object") return "This browser runs no WebAssembly, or it is turned off.";
    if (!("noModule" in document.createElement("script")) || typeof DecompressionStream !== "function" || !window.Worker) {
      return OLD;
    }
    return "";
  }

  function show(text) {
    function put() {
      var trouble = document.getElementById("trouble");
      if (!trouble.hidden) return;
      document.getElementById("cause").textContent = text;
      trouble.hidden = false;
      document.documentElement.className = "in-trouble";
    }
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", put);
    else put();
  }

  window.marblesTrouble = show;
  if (cause()) show(cause());
  window.addEventListener("error", function (event) {
    var of = event.target && event.target.tagName;
    if (of === "SCRIPT") show("Part of the page could not be loaded. Is there a network?");
    else if (event.error instanceof SyntaxError) show(OLD);
  }, true);
})();
