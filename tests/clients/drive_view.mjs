// Drives the inspector in a headless Chromium as a user would, and prints what was seen as JSON.
// Usage: node drive_view.mjs URL FOLDER: screenshots go to the folder. Exits with 77 when no browser
// starts.
import { mkdirSync } from "node:fs";
import puppeteer from "puppeteer-core";

const [, , url, folder] = process.argv;
mkdirSync(folder, { recursive: true });

async function launch() {
  const own = process.env.COMPOWORLD_CHROMIUM;
  const options = { headless: "shell", args: ["--no-sandbox"], executablePath: own };
  if (!own) {
    const { default: chromium } = await import("@sparticuz/chromium");
    Object.assign(options, { args: chromium.args, executablePath: await chromium.executablePath() });
  }
  return puppeteer.launch(options);
}

const browser = await launch().catch((error) => {
  console.error(`no browser starts: ${error.message}`);
  process.exit(77);
});
const page = await browser.newPage();
const seen = { faults: [] };
page.on("pageerror", (error) => seen.faults.push(error.message));
page.on("console", (message) => message.type() === "error" && seen.faults.push(message.text()));
page.on("dialog", (dialog) => {
  seen.faults.push(`a dialog: ${dialog.message()}`);
  dialog.dismiss();
});

const open = (path) => page.goto(new URL(path, url), { waitUntil: "load" });
const text = (selector) => page.$eval(selector, (element) => element.textContent.trim());
const clicked = (selector) => Promise.all([page.waitForNavigation(), page.click(selector)]);
const typed = (key) => Promise.all([page.waitForNavigation(), page.keyboard.press(key)]);

// The keyboard: the first stop is the skip link.
await page.setViewport({ width: 1280, height: 900 });
await open("/");
await page.keyboard.press("Tab");
seen.firstStop = await page.evaluate(() => document.activeElement.textContent);

// Filtering as one types.
await open("/services");
await page.type("input[type=search]", "zendesk");
seen.filtered = await page.$$eval("#services tbody tr", (rows) => rows.filter((row) => !row.hidden).length);

// An environment: made, called by form, undone.
await open("/environments?services=zendesk");
seen.chosen = await text("[data-chosen]");
await clicked("form.make button.primary");
await Promise.all([page.waitForNavigation(), page.select("#tool", "zendesk__create_ticket")]);
await page.type("[name='argument.subject']", "The <door> squeaks");
await page.type("[name='argument.description']", "Since Monday");
await clicked("form.arguments button.primary");
seen.answered = await text("#answer .tag");
seen.changed = await page.$$eval(".change-head", (heads) => heads.map((head) => head.textContent.trim()));
await page.screenshot({ path: `${folder}/environment.png`, fullPage: true });
const environment = new URL(page.url()).pathname;
await clicked(`form[action='${environment}/undo'] button`);
seen.undone = await page.$$eval(".card .empty", (all) => all.map((one) => one.textContent.trim()));

// A trajectory, stepped through by keys.
await open("/trajectories/0/1");
await typed("j");
await typed("ArrowRight");
seen.afterTwo = await text("#step h2");
await typed("k");
seen.afterBack = await text("#step h2");

// The theme stays chosen.
const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
await open("/");
seen.light = await background();
await page.click("#theme");
await page.click("#theme");
seen.dark = await background();
await open("/tasks");
seen.darkStays = await background();
await page.evaluate(() => localStorage.clear());

// Every page: named inputs, and no sideways scrolling when narrow; what it looks like.
const paths = {
  overview: "/", services: "/services", service: "/services/zendesk", environments: "/environments",
  tasks: "/tasks/0", task: "/tasks/0/1", trajectories: "/trajectories/0",
  trajectory: "/trajectories/0/1?step=2", training: "/training", run: "/training/0", hostile: "/tasks/1/1",
};
seen.unnamed = [];
seen.wide = [];
for (const [name, path] of Object.entries(paths)) {
  for (const [look, scheme, width] of [["light", "light", 1280], ["dark", "dark", 1280], ["narrow", "light", 400]]) {
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await open(path);
    await page.screenshot({ path: `${folder}/${name}-${look}.png`, fullPage: true });
    const { wide, unnamed } = await page.evaluate(() => {
      const inputs = [...document.querySelectorAll("input:not([type=hidden]), select, textarea")];
      const isNamed = (input) => input.labels.length > 0 || input.ariaLabel;
      return {
        wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        unnamed: inputs.filter((input) => !isNamed(input)).map((input) => input.name),
      };
    });
    if (wide) seen.wide.push(`${name} ${look}`);
    if (unnamed.length) seen.unnamed.push(`${name}: ${unnamed}`);
  }
}
console.log(JSON.stringify(seen));
await browser.close();
