/**
 * Links and addresses in the browser, made of React Router's own parts. Its ready-made ones bring forms, fetchers and
 * prefetching along: 5 KB for every page.
 */
import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentPropsWithRef,
  type MouseEvent,
  type ReactNode,
} from 'react';
import {
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  useHref,
  useLocation,
  useNavigate,
  type NavigateOptions,
} from 'react-router';

export { Navigate } from 'react-router';

/** What stands in the parts of the address that the page leaves open. `Portal.tsx` reads them. */
export const ParamsContext = createContext<Readonly<Record<string, string | undefined>>>({});

export const useParams = () => useContext(ParamsContext);

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & NavigateOptions & { to: string };

/** What the browser does better by itself: another window or tab, a download, the menu of the other button. */
function isOurs(event: MouseEvent, target: string | undefined): boolean {
  const withKey = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return event.button === 0 && !withKey && (target === undefined || target === '_self');
}

/** To a page of the portal. As with every link, the page that is here already is no second step back. */
export function Link({ to, state, replace, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const navigate = useNavigate();
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isOurs(event, rest.target)) return;
    event.preventDefault();
    const { pathname, search, hash } = location;
    void navigate(to, { state, replace: replace ?? href === pathname + search + hash });
  };
  return (
    <a {...rest} href={href} onClick={go}>
      {children}
    </a>
  );
}

type Asked = Record<string, string> | URLSearchParams;
type SetAsked = (next: Asked | ((before: URLSearchParams) => Asked), options?: NavigateOptions) => void;

/** What the address asks for behind its question mark, and how to ask for something else. */
export function useSearchParams(): [URLSearchParams, SetAsked] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const asked = useMemo(() => new URLSearchParams(search), [search]);
  const ask = useCallback<SetAsked>(
    (next, options) => {
      // What was asked for since the page was drawn stays: somebody types a search and chooses a filter at once.
      const now = typeof next === 'function' ? next(new URLSearchParams(history!.location.search)) : next;
      void navigate(`?${new URLSearchParams(now)}`, options);
    },
    [navigate],
  );
  return [asked, ask];
}

const history = typeof document === 'undefined' ? undefined : createBrowserHistory({ v5Compat: true });

/** Another page is drawn in small steps, between which a finger is answered. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [{ location, action }, setState] = useState(() => ({ location: history!.location, action: history!.action }));
  useLayoutEffect(() => history!.listen((next) => startTransition(() => setState(next))), []);
  return (
    <Router location={location} navigationType={action} navigator={history!}>
      {children}
    </Router>
  );
}
