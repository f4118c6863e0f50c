/** Light or dark: follows the system until somebody chooses. The choice is the only thing a browser remembers here. */
export const themeKey = 'theme';
export type ThemeChoice = 'light' | 'dark' | 'auto';

/** Runs before the first paint, so that a chosen theme never flashes. Its hash stands in the page's security policy. */
export const themeScript = `(function(){var c;try{c=localStorage.getItem('${themeKey}')}catch(e){}var d=c==='dark'||c!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches;document.documentElement.setAttribute('data-mantine-color-scheme',d?'dark':'light')})()`;
