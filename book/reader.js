// The reader: one page at a time, search, themes, ticks and the place where you were. The book reads well without it.
(() => {
  'use strict';
  const root = document.documentElement;
  const byID = (id) => document.getElementById(id);

  // What is kept between visits. A browser may refuse to keep anything; then the reader works and forgets.
  const kept = {
    get(key) { try { return JSON.parse(localStorage.getItem('agentcourse.' + key)); } catch { return null; } },
    set(key, value) { try { localStorage.setItem('agentcourse.' + key, JSON.stringify(value)); } catch { /* forget it */ } },
  };

  // Before the first paint: the theme, and nothing is shown until one page is chosen.
  const themes = ['automatic', 'light', 'dark'];
  let theme = themes.includes(kept.get('theme')) ? kept.get('theme') : 'automatic';
  root.dataset.theme = theme;
  root.classList.add('js');
  history.scrollRestoration = 'manual';

  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  const start = () => {
    const main = byID('book-main'), nav = byID('book-nav'), bar = document.querySelector('.bar');
    const cover = byID('book-cover'), bookTitle = document.title;
    const pages = [...main.children];
    const names = new Map(pages.map((page) => [page, page.getAttribute('aria-labelledby')]));
    const headings = 'h2[id], h3[id], h4[id], h5[id], h6[id]';
    const text = (element) => element.textContent.replace(/\s+/g, ' ').trim();
    const titleOf = (page) => { const heading = byID(names.get(page)); return heading ? text(heading) : ''; };
    const isRead = (page) => Boolean(page) && page !== cover && page.id !== 'book-contents';
    const pageOf = (element) => element?.closest('#book-main > *');
    const targetOf = (hash) => { try { return byID(decodeURIComponent(hash.slice(1))); } catch { return null; } };
    const say = (words) => { byID('book-say').textContent = words; };
    const unseen = 'onbeforematch' in main ? 'until-found' : ''; // a browser that does not know the word takes it for plain hidden
    let current = null;

    // Pages
    const show = (page) => {
      if (page === current) return;
      current = page;
      for (const other of pages) {
        if (other === page) {
          other.removeAttribute('hidden');
          if (names.get(other)) other.setAttribute('aria-labelledby', names.get(other));
        } else { // the browser's own search still finds it; without a name it is no landmark
          other.setAttribute('hidden', unseen);
          other.removeAttribute('aria-labelledby');
        }
      }
      root.classList.add('ready');
      const title = titleOf(page);
      document.title = title ? `${title} · ${bookTitle}` : bookTitle;
      if (page === cover) delete root.dataset.page; else root.dataset.page = page.id;
      dress(page);
      mark(page);
      if (page === cover) offerPlace();
      setNav(!narrow.matches && page !== cover && kept.get('nav') !== 'closed');
    };

    const unfold = (element) => {
      for (let fold = element.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
    };

    // go shows what an id names and scrolls to it, or to a place on its page.
    const go = (target, { focus = true, top, below = 0 } = {}) => {
      const page = pageOf(target);
      if (!page) return false;
      show(page);
      unfold(target);
      const heading = target === page ? byID(names.get(page)) : target;
      if (focus) {
        const at = heading ?? byID('book-title').firstChild;
        if (at.tabIndex < 0) at.tabIndex = -1;
        at.focus({ preventScroll: true });
      }
      if (top !== undefined) scrollTo(0, top);
      else if (target === page) scrollTo(0, 0);
      else {
        target.scrollIntoView();
        if (below) scrollTo(0, scrollY + target.getBoundingClientRect().top + below);
      }
      return true;
    };

    // The place where you are: how far the page is scrolled, for the way back, and which heading is on top, for next time.
    const notePlace = () => {
      history.replaceState({ top: scrollY }, '');
      if (!isRead(current)) return;
      let at = current;
      for (const heading of current.querySelectorAll(headings)) {
        if (heading.getBoundingClientRect().top > bar.offsetHeight + 40) break;
        at = heading;
      }
      kept.set('place', { id: at.id, below: -Math.round(at.getBoundingClientRect().top) });
    };
    let noting = 0;
    addEventListener('scroll', () => { clearTimeout(noting); noting = setTimeout(notePlace, 300); }, { passive: true });
    addEventListener('pagehide', notePlace);

    let resuming = false;
    const offerPlace = () => {
      const at = byID(kept.get('place')?.id), page = pageOf(at), line = byID('book-resume');
      line.hidden = !isRead(page);
      if (line.hidden) return;
      const link = line.querySelector('a');
      link.href = '#' + at.id;
      link.textContent = titleOf(page) + (at.matches(headings) && at.id !== names.get(page) ? `, ${text(at)}` : '');
    };

    // visit goes where a link leads. The browser alone would scroll before the page is shown.
    const visit = (hash) => {
      const target = targetOf(hash), place = kept.get('place');
      if (!pageOf(target)) return false;
      CSS.highlights?.clear();
      clearTimeout(noting);
      notePlace();
      if (hash !== location.hash) history.pushState(null, '', hash);
      return go(target, resuming && place?.id === target.id ? { below: place.below } : {});
    };
    addEventListener('click', (event) => {
      const link = event.target.closest('a[href^="#"]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      resuming = link.parentElement.id === 'book-resume';
      if (link.matches('.skip')) {
        const heading = byID(names.get(current)) ?? main;
        heading.tabIndex = -1;
        heading.focus();
        event.preventDefault();
      } else if (visit(link.hash)) {
        event.preventDefault();
        if (dialog.contains(link)) reveal(targetOf(link.hash));
      }
      if (narrow.matches && nav.contains(link)) setNav(false);
    });
    addEventListener('popstate', (event) => {
      dialog.close();
      CSS.highlights?.clear();
      go(location.hash ? targetOf(location.hash) : cover, { top: event.state?.top });
    });
    main.addEventListener('beforematch', (event) => {
      const page = pageOf(event.target);
      if (!page || page === current) return;
      if (pageOf(targetOf(location.hash)) !== page) {
        history.replaceState({ top: scrollY }, '');
        history.pushState(null, '', '#' + page.id);
      }
      show(page);
    });

    // The list of chapters
    const toggle = byID('book-toggle'), narrow = matchMedia('(max-width: 64rem)');
    const setNav = (open) => {
      root.classList.toggle('open', open);
      toggle.setAttribute('aria-expanded', open);
      const here = open && nav.querySelector('[aria-current]');
      if (here) nav.scrollTop += here.getBoundingClientRect().top - nav.getBoundingClientRect().top - nav.clientHeight / 3;
    };
    const mark = (page) => {
      nav.querySelector('[aria-current]')?.removeAttribute('aria-current');
      const link = nav.querySelector(`a[href="#${CSS.escape(page.id)}"]`);
      if (!link) return;
      link.setAttribute('aria-current', 'page');
      for (const fold of nav.querySelectorAll('details')) fold.open = fold.parentElement.contains(link);
    };
    toggle.addEventListener('click', () => {
      const open = !root.classList.contains('open');
      setNav(open);
      if (!narrow.matches && current !== cover) kept.set('nav', open ? 'open' : 'closed');
    });
    narrow.addEventListener('change', () => setNav(!narrow.matches && current !== cover && kept.get('nav') !== 'closed'));
    addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || dialog.open || !root.classList.contains('open')) return;
      if (!narrow.matches && !nav.contains(document.activeElement)) return;
      setNav(false);
      toggle.focus();
    });
    const leave = (to) => { if (narrow.matches && to && !nav.contains(to) && !bar.contains(to)) setNav(false); };
    nav.addEventListener('focusout', (event) => leave(event.relatedTarget));
    main.addEventListener('click', (event) => leave(event.target));

    // Themes
    const showTheme = () => {
      root.dataset.theme = theme;
      byID('book-theme-name').textContent = theme;
    };
    byID('book-theme').addEventListener('click', () => {
      theme = themes[(themes.indexOf(theme) + 1) % themes.length];
      kept.set('theme', theme);
      showTheme();
      say(`Theme: ${theme}`);
    });

    // Tasks
    const boxes = [...document.querySelectorAll('input[data-task]')];
    const count = (page) => {
      const all = page.querySelectorAll('input[data-task]'), done = page.querySelectorAll('input[data-task]:checked');
      const line = page.querySelector('.tally');
      if (line) line.textContent = `${done.length} of ${all.length} tasks ticked`;
    };
    for (const box of boxes) box.disabled = false;
    const readTicks = () => {
      for (const box of boxes) {
        const tick = kept.get('tick.' + box.dataset.task);
        if (typeof tick === 'boolean') box.checked = tick;
      }
    };
    main.addEventListener('change', ({ target }) => {
      if (!target.dataset.task) return;
      kept.set('tick.' + target.dataset.task, target.checked); // a key each, so that two windows undo nothing
      for (const box of boxes) if (box.dataset.task === target.dataset.task) box.checked = target.checked;
      count(current);
    });
    addEventListener('storage', () => { // another window has changed something
      readTicks();
      if (current) count(current);
      if (themes.includes(kept.get('theme'))) theme = kept.get('theme');
      showTheme();
    });

    // What a page gets when it is first shown
    const dressed = new Set();
    const dress = (page) => {
      if (dressed.has(page)) return;
      dressed.add(page);
      const title = byID(names.get(page));
      const parts = isRead(page) ? [...page.querySelectorAll('h3[id]')] : [];
      for (const heading of isRead(page) ? page.querySelectorAll(headings) : []) {
        const link = make('a', { className: 'here', href: '#' + heading.id, textContent: '#' });
        link.setAttribute('aria-label', `Link to “${text(heading)}”`);
        const line = make('div', { className: 'head ' + heading.localName });
        heading.replaceWith(line);
        line.append(heading, link);
      }
      for (const pre of page.querySelectorAll('pre')) {
        const box = make('div', { className: 'code' });
        pre.replaceWith(box);
        box.append(pre, make('button', { type: 'button', className: 'copy', textContent: 'Copy code' }));
      }
      const extras = [];
      if (page.querySelector('input[data-task]')) extras.push(make('p', { className: 'tally' }));
      if (parts.length > 3) {
        const list = make('ol', {}, ...parts.map((part) => make('li', {}, make('a', { href: '#' + part.id, textContent: text(part) }))));
        extras.push(make('details', { className: 'outline' }, make('summary', { textContent: 'On this page' }), list));
      }
      const head = title?.closest('.head');
      (head?.nextElementSibling?.matches('.status') ? head.nextElementSibling : head)?.after(...extras);
      count(page);
    };

    // Copying. Of a terminal's session only the commands are wanted, without the prompt.
    const wanted = (pre) => {
      const all = pre.textContent.replace(/\n$/, '');
      if (!/^(|text|console|sh|bash|shell)$/.test(pre.dataset.lang ?? '') || !/^\$ /m.test(all)) return all;
      let inCommand = false;
      return all.split('\n').filter((line) => {
        const isCommand = line.startsWith('$ ') || inCommand;
        inCommand = isCommand && line.endsWith('\\');
        return isCommand;
      }).map((line) => line.replace(/^\$ /, '')).join('\n');
    };
    const copy = async (words) => {
      try { await navigator.clipboard.writeText(words); return true; } catch { /* an older way */ }
      const area = make('textarea', { value: words, className: 'vh' });
      const before = document.activeElement;
      document.body.append(area);
      area.select();
      const done = document.execCommand('copy');
      area.remove();
      before?.focus({ preventScroll: true });
      return done;
    };
    main.addEventListener('click', async ({ target }) => {
      if (!target.matches('.copy')) return;
      const done = await copy(wanted(target.parentElement.querySelector('pre')));
      say('');
      target.textContent = done ? 'Copied' : 'Not copied';
      say(done ? 'Copied' : 'The browser does not allow copying here');
      setTimeout(() => { target.textContent = 'Copy code'; }, 2000);
    });

    // Search
    const dialog = byID('book-search'), query = byID('book-query'), hits = byID('book-hits'), found = byID('book-found');
    const { aside, straight, search, patternsOf, spot, context } = bookSearch({
      pages: pages.filter(isRead), headings, headingOf: (page) => byID(names.get(page)), titleOf, text,
    });
    const marked = (line, { phrase, words }) => line.split(phrase.test(line) ? phrase : words).map((part, i) => (i % 2 ? make('mark', {}, part) : part));
    let asked = null;

    // reveal marks what was searched for in the text below a heading, unfolds it and brings it into view.
    const reveal = (heading) => {
      if (asked.phrase.test(straight(text(heading)))) return;
      const walker = document.createTreeWalker(pageOf(heading), NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => (
        node.nodeType !== Node.TEXT_NODE && node.matches(aside) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
      walker.currentNode = heading;
      const nodes = [];
      let all = '';
      for (let node = walker.nextNode(); node && !node.matches?.(headings); node = walker.nextNode()) {
        if (!node.data || heading.contains(node)) continue;
        nodes.push({ node, start: all.length });
        all += straight(node.data);
      }
      const at = spot(all, asked);
      if (at < 0) return;
      const { node, start } = nodes.findLast((n) => n.start <= at), range = document.createRange();
      const length = all.slice(at).match(asked.phrase.test(all) ? asked.phrase : asked.words)[0].length;
      const last = nodes.findLast((n) => n.start < at + length);
      range.setStart(node, at - start);
      range.setEnd(last.node, at + length - last.start);
      unfold(node.parentElement);
      if (CSS.highlights) {
        const style = new CSSStyleSheet(); // a style in the page would be no CSS to the checkers, nor to an older browser
        style.replaceSync('::highlight(found) { background: var(--found); color: var(--ink); }');
        document.adoptedStyleSheets = [style];
        CSS.highlights.set('found', new Highlight(range));
      }
      const box = range.getBoundingClientRect(), pre = node.parentElement.closest('pre');
      if (box.bottom > innerHeight - 80) scrollBy(0, box.top - innerHeight / 3);
      if (pre) pre.scrollLeft += Math.max(0, box.right + 20 - pre.getBoundingClientRect().right);
    };
    const most = 30;
    const answer = () => {
      const raw = straight(query.value).replace(/—/g, '--').trim().replace(/\s+/g, ' ');
      const all = raw ? search(raw) : [];
      const pattern = asked = patternsOf(raw);
      hits.replaceChildren(...all.slice(0, most).map((entry) => make('li', {}, make('a', { href: '#' + entry.id },
        make('span', { className: 'hit' }, ...marked(entry.heading, pattern)),
        ...(entry.isTitle ? [] : [make('span', { className: 'where' }, entry.page)]),
        make('span', { className: 'line' }, ...marked(context(entry, pattern), pattern))))));
      hits.scrollTop = 0;
      if (!raw) found.textContent = '';
      else if (!all.length) found.textContent = `Nothing found for “${raw}”. Fewer letters, or another word for it, may help.`;
      else found.textContent = `${all.length} ${all.length === 1 ? 'place' : 'places'} found${all.length > most ? `; here are the first ${most}` : ''}`;
    };
    const openSearch = () => {
      if (!dialog.open) dialog.showModal();
      query.select();
      query.focus();
    };
    query.addEventListener('input', answer);
    byID('book-find').addEventListener('click', openSearch);
    byID('book-search-close').addEventListener('click', () => dialog.close());
    addEventListener('keydown', (event) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      openSearch();
    });
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog || event.target.closest('a')) dialog.close();
    }, true);
    dialog.addEventListener('keydown', (event) => {
      const links = [...hits.querySelectorAll('a')], at = links.indexOf(document.activeElement);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && links.length) {
        event.preventDefault();
        (at + step < 0 ? query : links[Math.min(at + step, links.length - 1)]).focus();
      } else if (event.key === 'Enter' && document.activeElement === query && !event.isComposing) {
        event.preventDefault();
        links[0]?.click();
      } else if (at >= 0 && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
        query.focus(); // which takes the letter
      }
    });

    // The first page
    readTicks();
    showTheme();
    const target = location.hash ? targetOf(location.hash) : null;
    const options = { focus: false, top: history.state?.top };
    if (!target || !go(target, options)) go(cover, { focus: false });
    const y = scrollY;
    addEventListener('load', () => { if (target && scrollY === y) go(target, options); });
  };

  addEventListener('DOMContentLoaded', () => {
    try { start(); } finally { root.classList.add('ready'); }
  });
})();
