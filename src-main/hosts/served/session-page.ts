/**
 * The page that a window sees before it has its cookie: it trades the token in its address, then becomes the studio. The
 * token stands in the fragment, which no request and no log carries, and leaves the address at once.
 */
export const sessionPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light dark" />
    <title>Voicewright</title>
    <script src="/session.js" defer></script>
  </head>
  <body>
    <main role="status"></main>
  </body>
</html>
`;

export const sessionScript = `(async () => {
  // An address that is pasted into this tab differs in its fragment alone: the browser loads nothing by itself.
  addEventListener('hashchange', () => location.reload());
  const token = location.hash.slice(1);
  history.replaceState(null, '', '/');
  const known = async () => (await fetch('/session')).ok;
  const trade = async () => (await fetch('/session', { method: 'POST', body: JSON.stringify({ token }) })).ok;
  try {
    // An address that was used already still opens the studio where this browser holds the cookie.
    if ((token !== '' && (await trade())) || (await known())) location.replace('/');
    else document.querySelector('main').textContent = 'This address has been used, or it is not complete. Run npm start again: it prints a new one.';
  } catch {
    document.querySelector('main').textContent = 'The studio is not running. Run npm start again.';
  }
})();
`;
