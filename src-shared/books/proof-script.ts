/**
 * What a proof page does, as the browser runs it: plays a chapter, lights up its words, and keeps marks. Its texts and its title are in `#page`; the sound
 * of a chapter is in `#sound-NUMBER`, in base 64.
 */
export const proofScript = String.raw`
'use strict';
const find = (id) => document.getElementById(id);
const page = JSON.parse(find('page').textContent);
const audio = find('audio');
const [play, chooser, status, list] = ['play', 'chapter', 'status', 'marks'].map(find);
const sections = new Map([...document.querySelectorAll('section[data-chapter]')].map((each) => [each.dataset.chapter, each]));
const urls = new Map();
const key = 'voicewright-proof:' + page.id;
let clips = [];
let lit;
let marks = [];

function urlOf(chapter) {
  if (urls.has(chapter)) return urls.get(chapter);
  const text = find('sound-' + chapter).textContent.trim();
  const parts = [];
  const piece = 4 * 65536;
  for (let at = 0; at < text.length; at += piece) {
    const bytes = atob(text.slice(at, at + piece));
    parts.push(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
  }
  const url = URL.createObjectURL(new Blob(parts, { type: 'audio/mpeg' }));
  urls.set(chapter, url);
  return url;
}

function load(chapter) {
  if (audio.dataset.chapter === chapter) return;
  light(undefined);
  audio.dataset.chapter = chapter;
  chooser.value = chapter;
  clips = [...sections.get(chapter).querySelectorAll('[data-at]')].map((element) => ({ element, at: Number(element.dataset.at), to: Number(element.dataset.to) }));
  audio.src = urlOf(chapter);
}

function clipAt(ms) {
  let [low, high] = [-1, clips.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (clips[middle].at <= ms) low = middle;
    else high = middle;
  }
  return clips[low];
}

function light(clip) {
  if (lit === clip) return;
  if (lit) lit.element.classList.remove('lit');
  lit = clip;
  if (!clip) return;
  clip.element.classList.add('lit');
  const block = clip.element.closest('[data-block]');
  const { top, bottom } = block.getBoundingClientRect();
  if (top < 120 || bottom > innerHeight - 40) block.scrollIntoView({ block: 'center' });
}

function follow() {
  light(clipAt(audio.currentTime * 1000));
  if (!audio.paused) requestAnimationFrame(follow);
}

function playFrom(chapter, ms) {
  load(chapter);
  audio.currentTime = ms / 1000;
  void audio.play();
}

function say(text) {
  status.textContent = text;
}

function store() {
  try {
    localStorage.setItem(key, JSON.stringify(marks));
  } catch {}
}

function mark() {
  const chapter = audio.dataset.chapter;
  const clip = lit ?? clipAt(audio.currentTime * 1000) ?? clips[0];
  if (!clip) return;
  const block = clip.element.closest('[data-block]');
  const { block: number, start, cut } = block.dataset;
  const isWord = clip.element !== block;
  const now = audio.currentTime * 1000;
  const [from, to] = isWord ? [clip.at, clip.to] : [Math.max(clip.at, now - 1000), Math.max(clip.at, now)];
  const inTake = (ms) => Math.max(0, Math.round(ms - Number(start) + Number(cut)));
  const found = { chapter, block: number, start: inTake(from), end: inTake(to), text: isWord ? clip.element.textContent : '', note: '', at: from };
  if (marks.some((one) => one.chapter === chapter && one.block === number && one.start === found.start)) return;
  marks.push(found);
  store();
  show();
  say(page.texts.marked);
}

function show() {
  list.replaceChildren(...marks.map((one) => {
    const item = document.createElement('li');
    const go = document.createElement('button');
    go.textContent = page.texts.place.replace('#', one.chapter).replace('#', one.block) + (one.text === '' ? '' : ' – ' + one.text);
    go.onclick = () => playFrom(one.chapter, one.at);
    const note = document.createElement('input');
    note.value = one.note;
    note.maxLength = 2000;
    note.setAttribute('aria-label', page.texts.note + ': ' + go.textContent);
    note.placeholder = page.texts.note;
    note.oninput = () => {
      one.note = note.value;
      store();
    };
    const remove = document.createElement('button');
    remove.textContent = page.texts.remove;
    remove.setAttribute('aria-label', page.texts.remove + ': ' + go.textContent);
    remove.onclick = () => {
      marks = marks.filter((other) => other !== one);
      store();
      show();
    };
    item.append(go, note, remove);
    return item;
  }));
  find('save').disabled = marks.length === 0;
}

function cell(value) {
  const text = /^'*[=+\-@\t\r]/u.test(value) ? "'" + value : String(value);
  return /[",\r\n]/u.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

function save() {
  const rows = marks.map(({ chapter, block, start, end, text, note }) => [chapter, block, 'mark', start, end, text, note, 'open', 1].map((one) => cell(String(one))).join(','));
  const csv = ['chapter,block,kind,start,end,text,note,state,score', ...rows].join('\n') + '\n';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = page.csvName;
  link.click();
  say(page.texts.saved);
}

play.onclick = () => {
  if (audio.paused) void audio.play();
  else audio.pause();
};
audio.onplay = audio.onpause = () => {
  play.textContent = audio.paused ? page.texts.play : page.texts.pause;
  follow();
};
audio.onseeked = follow;
audio.onended = () => {
  const chapters = [...chooser.options].map(({ value }) => value);
  const next = chapters[chapters.indexOf(audio.dataset.chapter) + 1];
  if (next !== undefined) playFrom(next, 0);
};
chooser.onchange = () => {
  load(chooser.value);
  sections.get(chooser.value).scrollIntoView();
};
find('mark').onclick = mark;
find('save').onclick = save;
document.onclick = (event) => {
  const element = event.target.closest('[data-at]');
  if (element) playFrom(element.closest('section').dataset.chapter, Number(element.dataset.at));
};
document.onkeydown = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select')) return;
  if (event.key === 'm' || event.key === 'M') mark();
  else if (event.key === ' ' && !event.target.closest('button')) {
    event.preventDefault();
    play.click();
  }
};
try {
  marks = JSON.parse(localStorage.getItem(key) ?? '[]');
} catch {}
load(chooser.value);
show();
`;
