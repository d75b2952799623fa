// Saves keystrokes and the choice of light or dark; every page works without it.
"use strict";

const root = document.documentElement;
const themes = ["auto", "light", "dark"];

function applyTheme(theme) {
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
}

function storedTheme() {
  try {
    return localStorage.getItem("theme") || "auto";
  } catch {
    return "auto"; // Storage can be forbidden.
  }
}

function keepTheme(theme) {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // It holds for this page then.
  }
}

// Before the first paint, so that no page flashes in the other theme.
applyTheme(storedTheme());

function showThemeButton() {
  const button = document.getElementById("theme");
  let theme = storedTheme();
  const name = () => {
    button.textContent = { auto: "Auto", light: "Light", dark: "Dark" }[theme];
    button.setAttribute("aria-label", `Theme: ${theme}; press to change`);
  };
  button.hidden = false;
  name();
  button.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    keepTheme(theme);
    applyTheme(theme);
    name();
  });
}

// An input with `data-filter` hides what its selector matches and its words do not.
function filterAsTyped(input) {
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = [...document.querySelectorAll(input.dataset.filter)];
    for (const one of all) {
      const text = (one.querySelector("summary") || one).textContent.toLowerCase();
      one.hidden = !words.every((word) => text.includes(word));
    }
    for (const group of document.querySelectorAll(input.dataset.groups || "unknown")) {
      group.hidden = !group.querySelector("label:not([hidden])");
    }
    const count = document.querySelector(`[data-count="${input.dataset.filter}"]`);
    if (count) count.textContent = all.filter((one) => !one.hidden).length;
  };
  input.addEventListener("input", filter);
}

// An element with `data-chosen` names what is checked in the box that it points at.
function nameChosen(element) {
  const box = document.querySelector(element.dataset.chosen);
  const name = () => {
    const names = [...box.querySelectorAll("input:checked")].map((input) => input.value);
    element.textContent = names.length ? `Chosen: ${names.join(", ")}` : "None chosen yet";
  };
  box.addEventListener("change", name);
  name();
}

// `j` and `→` go on, `k` and `←` go back, `/` goes to the filter.
function onKey(event) {
  const typing = event.target.closest("input, select, textarea, [contenteditable]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  // In a box that scrolls sideways the arrows scroll.
  const box = event.target.closest(".scroll, pre");
  const sideways = box && box.scrollWidth > box.clientWidth;
  const way = { j: "next", k: "previous" }[event.key]
    || (!sideways && { ArrowRight: "next", ArrowLeft: "previous" }[event.key]);
  const link = way && document.querySelector(`[data-key="${way}"]`);
  if (link) {
    event.preventDefault();
    link.click();
  } else if (event.key === "/") {
    const filter = document.querySelector("input[type=search]");
    if (filter) {
      event.preventDefault();
      filter.focus();
    }
  }
}

// Stepping keeps the place on the page.
function keepPlace() {
  const key = `scroll ${location.pathname}`;
  try {
    const top = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (top !== null && !location.hash) scrollTo(0, Number(top));
    for (const link of document.querySelectorAll("a[href^='?']")) {
      link.addEventListener("click", () => sessionStorage.setItem(key, String(scrollY)));
    }
  } catch {
    // Without storage a step starts at the top.
  }
}

document.addEventListener("DOMContentLoaded", () => {
  showThemeButton();
  keepPlace();
  document.querySelectorAll("[data-filter]").forEach(filterAsTyped);
  document.querySelectorAll("[data-chosen]").forEach(nameChosen);
  for (const select of document.querySelectorAll("select[data-submit]")) {
    select.addEventListener("change", () => select.form.requestSubmit());
  }
  document.addEventListener("keydown", onKey);
});
