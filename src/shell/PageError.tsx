import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { words } from './shell.words.ts';
import css from './PageError.module.css';

/** Its code may be what could not be had, which only a new document asks for again. */
function PageError() {
  return (
    <div className={css['error']} role="alert">
      <h1 tabIndex={-1}>{words.brokenTitle}</h1>
      <p>{words.brokenText}</p>
      <Button onClick={() => location.reload()}>{words.tryAgain}</Button>
    </div>
  );
}

/** A page that breaks takes neither the bars nor the menu with it. React knows such a boundary only as a class. */
export class PageBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? <PageError /> : this.props.children;
  }
}
