// Search as you type: the server renders the answer, this script only asks for it and puts it in its place.
"use strict";

(function () {
  const form = document.querySelector("form[data-live]");
  const results = document.getElementById("results");
  const status = document.getElementById("search-status");
  if (!form || !results || !status || !window.fetch) {
    return;
  }
  const field = form.querySelector("input[name=q]");
  let timer = 0;
  let running = null;
  let shown = field.value.trim();

  function place(query) {
    const url = new URL(form.action, location.href);
    if (query) {
      url.searchParams.set("q", query);
    }
    return url;
  }

  async function search() {
    const query = field.value.trim();
    if (query === shown) {
      return;
    }
    if (running) {
      running.abort();
    }
    running = new AbortController();
    const url = place(query);
    history.replaceState(null, "", url);
    url.searchParams.set("part", "results");
    results.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(url, { signal: running.signal, credentials: "same-origin" });
      if (!response.ok) {
        throw new Error(String(response.status));
      }
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      results.replaceChildren(...page.body.childNodes);
      shown = query;
      const verdict = results.querySelector("[data-verdict]");
      status.textContent = verdict ? verdict.textContent : "";
    } catch (error) {
      if (error.name === "AbortError") {
        return;
      }
      status.textContent = form.dataset.failed;
    }
    results.removeAttribute("aria-busy");
  }

  field.addEventListener("input", function (event) {
    clearTimeout(timer);
    if (!event.isComposing) {
      timer = setTimeout(search, 250);
    }
  });
  field.addEventListener("compositionend", function () {
    clearTimeout(timer);
    timer = setTimeout(search, 250);
  });
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    clearTimeout(timer);
    search();
  });
})();
