import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { words } from './shell.words.ts';
import { useMenu } from './useMenu.tsx';
import css from './AdminPanelPage.module.css';

/** Every admin page on one page, for whoever types the bare address. */
export default function AdminPanelPage() {
  return (
    <Page title={words.adminPanel} text={words.adminPanelText}>
      <div className={css['groups']}>
        {useMenu('admin').map((group) => (
          <section key={group.links[0]!.to}>
            {group.title ? <h2>{group.title}</h2> : null}
            <ul>
              {group.links.map((link) => (
                <li key={link.to}>
                  <Link to={link.to}>{link.label}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  );
}
