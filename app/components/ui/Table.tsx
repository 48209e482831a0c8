import type { ReactNode } from 'react';
import styles from './Table.module.css';

interface TableProps {
  label: string;
  columns: string[];
  rows: { key: string; cells: ReactNode[] }[];
}

/** Data table. On phones each row becomes a list that repeats the column names. */
export function Table({ label, columns, rows }: TableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={columns[index]} data-column={columns[index]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
