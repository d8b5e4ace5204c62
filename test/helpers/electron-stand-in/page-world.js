// Runs in the page's own world before its scripts: asks before a window is opened, and makes what the preload exposes.
{
  // As in Electron, the handler is asked before there is a window: one that is made and then closed shares this page's
  // process, and closing it while a debugger still holds it would hold this page too.
  const open = window.open.bind(window);
  window.open = (url = '', ...rest) => {
    const question = new XMLHttpRequest();
    question.open('GET', `/stand-in/open?url=${encodeURIComponent(new URL(url, location.href).href)}`, false);
    question.send();
    return question.responseText === 'deny' ? null : open(url, ...rest);
  };
}
document.addEventListener('stand-in expose', ({ detail: { name, functions } }) => {
  const callbacks = [];
  document.addEventListener(`stand-in back ${name}`, ({ detail: { callback, values } }) => callbacks[callback](...values));
  const call = (key, args) =>
    document.dispatchEvent(
      new CustomEvent(`stand-in call ${name}`, {
        detail: {
          key,
          args: args.map((argument) => (typeof argument === 'function' ? { standInCallback: callbacks.push(argument) - 1 } : argument)),
        },
      }),
    );
  const api = Object.freeze(Object.fromEntries(functions.map((key) => [key, (...args) => call(key, args)])));
  Object.defineProperty(window, name, { value: api, enumerable: true });
});
