// The site: the Markdown of this repository, laid out for reading. `npm run site` builds it into build/site.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../scripts/anchors.mjs';
import { consoleLanguage } from './console.mjs';
import { navigation } from './navigation.mjs';

const root = join(import.meta.dirname, '../..');
const outDir = join(root, 'build/site');

/** A list for proof-readers, with every sentence of pvg: too long for a page. */
const leftOut = ['docs/words.md'];

/** Where a page of the repository is in the site: `docs/guides/ci.md` is `guides/ci.md`, `README.md` is `index.md`. */
const sitePath = (page) => page.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
const isPage = (path) =>
  !leftOut.includes(path) && (/^docs\/.*\.md$/.test(path) || /^[A-Z]+\.md$/.test(path));

/** Files that pages link to and that are no pages: they are copied beside them. */
const linkedFiles = new Set();

/** A link in a page of the repository, as the site needs it. */
function siteLink(page, link) {
  const [path, anchor] = link.split(/(?=#)/);
  const target = posix.join(posix.dirname(page), decodeURI(path));
  if (isPage(target)) return `/${sitePath(target)}${anchor ?? ''}`;
  if (!existsSync(join(root, target))) throw new Error(`${page}: nothing is at ${link}`);
  linkedFiles.add(target);
  return posix.relative(posix.dirname(sitePath(page)), `files/${target}`);
}

/** Names and options stay on one line. */
function withWholeNames(md) {
  const inner = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, at, ...rest) => {
    if (tokens[at].content.length <= 28) tokens[at].attrJoin('class', 'whole');
    return inner(tokens, at, ...rest);
  };
}

function withSiteLinks(md) {
  md.core.ruler.after('inline', 'site-links', ({ tokens, env }) => {
    const page = env.realPath && relative(root, env.realPath).replaceAll('\\', '/');
    if (!page) return; // the text for the search: its links lead nowhere
    const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open');
    for (const link of links) {
      const to = link.attrGet('href');
      if (/^([a-z]+:|#|\/)/.test(to)) continue;
      link.attrSet('href', siteLink(page, to));
      if (!/\.md(#|$)/.test(to)) link.attrSet('target', '_blank');
    }
  });
}

const withSitePaths = (items) =>
  items.map(({ link, items, ...rest }) => ({
    ...rest,
    ...(link && { link: `/${sitePath(link)}` }),
    ...(items && { items: withSitePaths(items) }),
  }));

export default defineConfig({
  lang: 'en',
  title: 'pvg',
  description: 'Support and diagnostics for a game purchase verification service',
  srcDir: root,
  srcExclude: ['!(docs)/**/*', 'docs/examples/**', ...leftOut],
  rewrites: sitePath,
  outDir,
  cacheDir: join(root, 'build/site-cache'),
  markdown: {
    anchor: { slugify: anchorOf },
    config(md) {
      withSiteLinks(md);
      withWholeNames(md);
    },
    languages: [consoleLanguage],
  },
  themeConfig: {
    sidebar: withSitePaths(navigation),
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
  },
  transformPageData(page) {
    // The start page needs no name of its own.
    if (page.relativePath === 'index.md') page.titleTemplate = ':title: support and diagnostics';
  },
  buildEnd() {
    for (const path of linkedFiles) {
      const to = join(outDir, 'files', path);
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(join(root, path), to);
    }
  },
});
