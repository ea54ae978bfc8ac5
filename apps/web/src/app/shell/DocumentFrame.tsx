/** What the document showed in the page's place; the app clears it when it is drawn first. */
const shown = [...document.querySelectorAll('[data-static-frame] > main > *')]

/** That again, in place of the first page while its code is on the way; afterwards nothing. */
export const DocumentFrame = () => (
  <div
    data-static-frame=""
    style={{ display: 'contents' }}
    ref={(place) => place?.append(...shown.splice(0))}
  />
)
