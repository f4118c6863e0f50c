import { firstId } from '#kernel/brought.ts';

/** Under this key a browser remembers that somebody closed the side menu. */
export const sideKey = 'side';

/** Runs before the first paint: the server, which drew the menu, does not know that it was closed. */
export const sideScript = `(function(){try{if(localStorage.getItem('${sideKey}')!=='closed')return;var s=document.querySelector('#${firstId} [data-side]');s.dataset.side='closed';s.querySelector(':scope>nav').remove()}catch(e){}})()`;
