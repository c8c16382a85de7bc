// Every page of the site (`npm run site`): asks only its own server, complains of nothing, fits a desk and a phone, and the
// search finds what a page says.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { openBrowser, until } from './browser.mjs';

const site = join(import.meta.dirname, '../../build/site');
const pictures = process.env.SCREENSHOTS;
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://site').pathname;
  try {
    const bytes = readFileSync(join(site, path.endsWith('/') ? `${path}index.html` : path));
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/html' }).end(bytes);
  } catch {
    // What every browser asks for by itself.
    response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${server.address().port}`;

const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.html') && path !== '404.html',
);
const shown = ['index.html', 'guides/support.html', 'errors.html', 'reference/commands.html'];
const looks = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  dark: { width: 1440, height: 900, dark: true },
};

const browser = await openBrowser(process.env.CHROMIUM);
try {
  const page = await browser.openPage();
  const open = async (path) => {
    await page.goTo(`${address}/${path}`);
    await until(path, () =>
      page.evaluate(`location.href === '${address}/${path}' && document.readyState === 'complete'
        && !!document.querySelector('#app')?.__vue_app__`),
    );
  };
  for (const [name, look] of Object.entries(looks)) {
    await page.look(look);
    for (const path of name === 'dark' ? pages.filter((each) => shown.includes(each)) : pages) {
      await open(path);
      const wide = await page.evaluate(`[...document.querySelectorAll('main *')]
        .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest('table, pre, .VPLocalNav'))
        .map((each) => each.outerHTML.slice(0, 200))`);
      assert.deepEqual(wide, [], `${path} is wider than the ${name}`);
      assert.ok(
        await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
        `${path}, ${name}`,
      );
      if (pictures && shown.includes(path)) {
        mkdirSync(pictures, { recursive: true });
        writeFileSync(
          join(pictures, `site-${path.replaceAll('/', '-')}-${name}.png`),
          await page.picture({ whole: false }),
        );
      }
    }
  }
  await page.look(looks.desk);
  await open('index.html');
  await page.evaluate(`document.querySelector('.VPNavBarSearch button').click()`);
  await until('the search', () => page.evaluate(`!!document.querySelector('#localsearch-input')`));
  await page.evaluate(`{ const input = document.querySelector('#localsearch-input');
    input.value = 'DUPLICATE_TRANSACTION'; input.dispatchEvent(new Event('input')); }`);
  await until('what the search finds', () =>
    page.evaluate(
      `[...document.querySelectorAll('.VPLocalSearchBox .results a')].some(({ href }) => href.includes('errors.html'))`,
    ),
  );
  assert.deepEqual(page.faults, []);
  assert.deepEqual(
    page.asked.filter((url) => !url.startsWith(address) && !url.startsWith('data:')),
    [],
  );
  console.log(`site: ${pages.length} pages, each on a desk and on a phone; the search finds them`);
} finally {
  await browser.close();
  server.close();
}
