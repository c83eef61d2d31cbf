// Search in the pages' own text, made when it is first asked for: identifiers exactly before anything else, headings before
// their text, lessons before exercises before code.
'use strict';
const bookSearch = ({ pages, headings, headingOf, titleOf, text }) => {
  const aside = '.status, .state, .turn, .here, .tally, .outline, .copy';
  const block = /^(?:P|LI|PRE|TR|TD|TH|DIV|FIGURE|FIGCAPTION|BLOCKQUOTE|DETAILS|SUMMARY|BR)$/;
  let entries = null;

  // A phone's keyboard makes quotation marks round, and one dash of two.
  const straight = (all) => all.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

  // read takes a page's text apart by its headings.
  const read = (page) => {
    const weight = ['lesson', 'exercise', 'listing'].indexOf(page.className);
    const found = [];
    const open = (heading) => {
      if (found.some((entry) => entry.id === heading.id)) return; // white space before a page's title has opened it
      found.push({
        id: heading.id, heading: text(heading), body: '', weight, page: titleOf(page), isTitle: heading === headingOf(page), order: 0,
      });
    };
    const walker = document.createTreeWalker(page, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
      if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
      if (node.matches(aside)) return NodeFilter.FILTER_REJECT;
      if (node.matches(headings)) { open(node); return NodeFilter.FILTER_REJECT; }
      return NodeFilter.FILTER_ACCEPT;
    });
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!found.length) open(headingOf(page));
      const last = found[found.length - 1];
      if (node.nodeType === Node.TEXT_NODE) last.body += node.data;
      else if (node.alt) last.body += `\nFigure: ${node.alt}\n`;
      else if (block.test(node.nodeName)) last.body += '\n';
    }
    for (const entry of found) {
      for (const key of ['heading', 'body']) entry[key] = straight(entry[key]);
      entry.lowHeading = entry.heading.toLowerCase();
      entry.lowBody = entry.body.toLowerCase();
      entry.lowPage = straight(`${page.className} ${entry.page}`).toLowerCase();
    }
    return found;
  };

  // match says how well a word stands in a text, and how often: 0 exactly and whole, 1 whole, 2 at the start of a word, 3 inside, 4 not at all.
  const letter = /[\p{L}\p{N}_]/u;
  const match = (all, low, word) => {
    let best = 4, times = 0;
    for (let i = low.indexOf(word.low); i >= 0; i = low.indexOf(word.low, i + 1)) {
      const before = all[i - 1] ?? '', end = i + word.low.length, after = all[end] ?? '';
      const joinsBefore = word.opens && letter.test(before) || word.isNumber && /\d\.$/.test(all.slice(i - 2, i));
      const joinsAfter = word.closes && letter.test(after) || word.isNumber && /^\.\d/.test(all.slice(end, end + 2));
      const tier = joinsBefore ? 3 : joinsAfter ? 2 : all.slice(i, end) === word.raw ? 0 : 1;
      if (tier < best) [best, times] = [tier, 0];
      if (tier === best) times++;
    }
    return { best, times };
  };

  // Of an identifier (HandlerFunc, stop_reason, errors.Is, 1.2) the exact form comes first; of a plain word, a heading that has it.
  const order = { name: [[0, 2, 4, 6, 9], [1, 3, 5, 7, 9]], plain: [[0, 0, 1, 6, 9], [2, 2, 5, 7, 9]] };
  const parse = (raw) => {
    const isNumber = /^[\d.]+$/.test(raw), kind = /[^\p{Ll}\s]/u.test(raw) ? 'name' : 'plain';
    const parts = kind === 'name' && !isNumber ? raw.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean) : [];
    return {
      raw, low: raw.toLowerCase(), kind, isNumber, single: kind === 'plain' && /[^s]s$/.test(raw) && raw.length > 3 ? parse(raw.slice(0, -1)) : null, opens: letter.test(raw[0]), closes: letter.test(raw[raw.length - 1]),
      parts: parts.length > 1 ? parts.map(parse) : [],
    };
  };
  const rank = (entry, word) => {
    const heading = match(entry.heading, entry.lowHeading, word), body = match(entry.body, entry.lowBody, word);
    // "Stop reasons" is what stop_reason is about if it is in the text.
    const isAbout = body.best === 0 && word.parts.length && word.parts.every((part) => match(entry.heading, entry.lowHeading, part).best < 3);
    const inHeading = isAbout ? 0.5 : order[word.kind][0][heading.best], inBody = order[word.kind][1][body.best];
    if (word.single && Math.min(inHeading, inBody) === 9) return { ...rank(entry, word.single), isHeading: false };
    return inHeading <= inBody
      ? { tier: inHeading, isHeading: true, times: body.times + heading.times }
      : { tier: inBody, isHeading: false, times: body.times };
  };
  const score = (entry, words, phrase) => {
    let tier = -1, times = 0, isHeading = true;
    for (const word of words) {
      const ranked = rank(entry, word);
      if (ranked.tier === 9) { // what kind of page it is, and its title, may be asked for as well
        if (!entry.lowPage.includes(word.low)) return null;
        continue;
      }
      tier = Math.max(tier, ranked.tier);
      times += ranked.times;
      isHeading &&= ranked.isHeading;
    }
    if (tier < 0) tier = 9;
    if (words.length > 1) {
      const whole = rank(entry, phrase);
      if (whole.tier < 9) ({ tier, times, isHeading } = whole); else tier += 10;
    }
    const more = isHeading ? [entry.isTitle ? 0 : 1, entry.heading.length] : [0, 0]; // a title, and a heading that says nothing else, come first
    return { entry, keys: [tier, entry.weight === 2 ? 1 : 0, more[0], entry.weight, more[1], -times] };
  };
  const search = (raw) => {
    const phrase = parse(raw), words = raw.split(/\s+/).map(parse);
    entries ??= pages.flatMap(read).map((entry, i) => ({ ...entry, order: i }));
    const scored = entries.map((entry) => score(entry, words, phrase)).filter(Boolean);
    scored.sort((a, b) => {
      for (let i = 0; i < a.keys.length; i++) if (a.keys[i] !== b.keys[i]) return a.keys[i] - b.keys[i];
      return a.entry.order - b.entry.order;
    });
    return scored.map(({ entry }) => entry);
  };

  const escape = (word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '\\s+');
  const alone = (pattern) => `(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_])`;
  const some = ({ raw, single }) => (/^\p{L}{1,2}$/u.test(raw) ? alone(raw) : single ? `${escape(single.raw)}s?` : escape(raw));
  const patternsOf = (raw) => ({
    whole: new RegExp(alone(escape(raw)), 'iu'),
    phrase: new RegExp(`(${escape(raw)})`, 'iu'),
    words: new RegExp(`(${raw.split(' ').map(parse).map(some).join('|')})`, 'iu'),
  });
  // spot says where a text is worth looking at: where all stands together, else where most of the words do. Else it is -1.
  const spot = (all, { whole, phrase, words }) => {
    const at = [whole, phrase].map((p) => all.search(p)).find((i) => i >= 0);
    if (at !== undefined) return at;
    let best = -1, most = 0;
    const found = [...all.matchAll(new RegExp(words, 'giu'))].slice(0, 500);
    found.forEach(({ index }, i) => {
      const near = new Set(found.slice(i, i + 20).filter((m) => m.index < index + 110).map(([word]) => word.toLowerCase())).size;
      if (near > most) [best, most] = [index, near];
    });
    return best;
  };
  const context = (entry, patterns) => {
    const body = entry.body.replace(/\s+/g, ' ').trim();
    const at = Math.max(spot(body, patterns), 0);
    let from = Math.max(at - 50, 0);
    if (from) from = Math.max(body.indexOf(' ', from) + 1, 0);
    if (from > at) from = at;
    return (from ? '… ' : '') + body.slice(from, from + 160) + (body.length > from + 160 ? ' …' : '');
  };

  // aside is what is no text of a page; straight is a text with plain quotation marks, as search and patternsOf want it.
  return { aside, straight, search, patternsOf, spot, context };
};
