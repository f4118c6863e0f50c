/** The column of clients in lists of what waits: below their name what makes whoever decides look twice. */
import { person } from '#requests/AdminColumns.tsx';
import type { RequestRow } from '#requests/RequestParts.tsx';
import type { Column } from '#ui/DataTable.tsx';
import type { Carrier } from './apart.ts';
import { Signals } from './Signals.tsx';

export const personWithSignals: Column<Pick<RequestRow, 'userId'> & Carrier> = {
  ...person,
  cell: (row) => (
    <>
      {person.cell(row)}
      <Signals of={row} />
    </>
  ),
};
