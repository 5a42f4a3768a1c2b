"use strict";
// Pictures are put in their place once the text has been painted, and before a page is printed.
{
  const put = () => {
    const kept = document.querySelectorAll("noscript.late");
    if (kept.length === 0) return;
    for (const picture of kept) picture.outerHTML = picture.textContent;
    // What was led to has moved down.
    if (location.hash) location.replace(location.hash);
    dispatchEvent(new Event("pictures"));
  };
  requestAnimationFrame(() => setTimeout(put));
  // Who shows a page without painting it, or behind another, has its pictures too.
  setTimeout(put, 1000);
  addEventListener("beforeprint", put);
}
