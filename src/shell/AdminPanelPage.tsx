import { Link } from 'react-router';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { menuOf } from './menu.ts';
import { words } from './shell.words.ts';
import css from './AdminPanelPage.module.css';

/** Every admin page on one page, for whoever types the bare address. */
export default function AdminPanelPage() {
  return (
    <>
      <PageHeader title="Admin Panel" text={words.adminPanelText} />
      <div className={css['groups']}>
        {menuOf('admin', usePlatforms()).map((group) => (
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
    </>
  );
}
