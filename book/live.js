// Live reloading for `course book serve`: follows /events, loads the page anew when it has changed and puts the reader back
// where they were, and shows what is wrong with the files. The server writes the two meta tags.
(() => {
  const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? '';
  let build = meta('course-build');
  const KEY = 'course-live';

  // A place that outlives a reload: an element by its number among those of its name in the nearest one with an id.
  const place = (el) => {
    const home = el.id ? el : el.closest('[id]') ?? document.body;
    const all = el === home ? [] : [...home.querySelectorAll(el.localName)];
    return [home.id, el.localName, all.indexOf(el)];
  };
  const at = ([id, name, number]) => {
    const home = id ? document.getElementById(id) : document.body;
    return number < 0 ? home : home?.querySelectorAll(name)[number];
  };

  const keep = () => {
    const seen = [...document.querySelectorAll('main [id]')].filter((el) => el.getClientRects().length);
    const top = (el) => el.getBoundingClientRect().top;
    // What is in view stays where it is, whatever was put above it; if nothing there has a name, what is above.
    const held = seen.find((el) => top(el) > 1 && top(el) < innerHeight) ?? seen.filter((el) => top(el) <= 1).pop();
    const focus = document.activeElement;
    const state = {
      build,
      hash: location.hash,
      x: scrollX,
      y: scrollY,
      anchor: held && { id: held.id, top: top(held) },
      focus: focus && focus !== document.body ? place(focus) : null,
      details: [...document.querySelectorAll('details')].map((el) => [place(el), el.open]),
    };
    try { sessionStorage.setItem(KEY, JSON.stringify(state)); } catch { /* the page then begins at its top */ }
  };

  const restore = () => {
    let state = null;
    try {
      state = JSON.parse(sessionStorage.getItem(KEY));
      sessionStorage.removeItem(KEY);
    } catch { /* nothing was kept */ }
    if (!state || state.build === build || state.hash !== location.hash) return;
    for (const [where, open] of state.details) {
      const el = at(where);
      if (el?.localName === 'details') el.open = open;
    }
    if (state.focus) at(state.focus)?.focus({ preventScroll: true });
    const anchor = state.anchor && document.getElementById(state.anchor.id);
    const y = anchor?.getClientRects().length ? anchor.getBoundingClientRect().top + scrollY - state.anchor.top : state.y;
    scrollTo({ left: state.x, top: y, behavior: 'instant' });
  };
  // After whatever else the page does when it is loaded.
  addEventListener('load', () => requestAnimationFrame(restore));

  const panel = document.createElement('div');
  panel.className = 'live-problems';
  panel.setAttribute('role', 'alert');
  panel.hidden = true;
  const away = document.createElement('p');
  away.className = 'live-away';
  away.setAttribute('role', 'status');
  document.body.append(panel, away);

  let shown = '';
  const problems = (text) => {
    if (text === shown) return; // it may have been put away
    shown = text;
    panel.replaceChildren();
    panel.hidden = text === '';
    if (!text) return;
    const title = document.createElement('p');
    title.textContent = 'This has to be mended. Until then the page stays as it was.';
    const list = document.createElement('ul');
    for (const line of text.split('\n')) {
      const item = document.createElement('li');
      item.textContent = line;
      list.append(item);
    }
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Put away';
    button.addEventListener('click', () => {
      panel.hidden = true;
      document.querySelector('main')?.focus({ preventScroll: true });
    });
    panel.append(title, list, button);
  };
  problems(meta('course-problems'));

  let events = null;
  let again = 0;
  const leave = () => {
    clearTimeout(again);
    events?.close();
    events = null;
  };
  const follow = () => {
    leave();
    const source = events = new EventSource('/events');
    source.addEventListener('open', () => { away.textContent = ''; });
    source.addEventListener('problems', (e) => problems(e.data));
    source.addEventListener('reload', (e) => {
      build ||= e.data; // a page that does not know its id is taken for the one of now
      if (e.data === build) return;
      leave();
      keep();
      location.reload();
    });
    source.addEventListener('error', () => {
      away.textContent = 'Not connected; the page does not follow changes.';
      if (source.readyState === EventSource.CLOSED) again = setTimeout(follow, 2000); // else the browser tries again itself
    });
  };
  // Browsers have six connections to a server for all their tabs: a page that nobody sees holds none, so that a seventh
  // tab can load, and catches up when it is seen again.
  const followIfSeen = () => { if (document.hidden) leave(); else follow(); };
  followIfSeen();
  document.addEventListener('visibilitychange', followIfSeen);
  // A page that the browser sets aside must not hold a connection, nor follow one when it comes back as it was.
  addEventListener('pagehide', leave);
  addEventListener('pageshow', (e) => { if (e.persisted) followIfSeen(); });
})();
