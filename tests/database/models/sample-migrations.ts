import { DataTypes } from 'sequelize';
import type { Migration } from '@/models/migrations/index.server';
import { changeRows, createTable } from '@/models/migrations/steps.server';

const id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true } as const;

export const createShelves: Migration = {
  name: '0001-shelves',
  steps: () => [
    createTable('shelves', { id, label: { type: DataTypes.STRING(20), allowNull: false } }),
    createTable('books', {
      id,
      shelf_id: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'shelves', key: 'id' },
        onDelete: 'CASCADE',
      },
    }),
  ],
};

export const fillShelves: Migration = {
  name: '0002-fill-shelves',
  steps: () => [
    changeRows('fill shelves', (queryInterface, transaction) =>
      queryInterface.bulkInsert('shelves', [{ id: 1, label: 'É' }], { transaction }),
    ),
    changeRows('fill books', (queryInterface, transaction) =>
      queryInterface.bulkInsert(
        'books',
        [
          { id: 1, shelf_id: 1 },
          { id: 2, shelf_id: 1 },
        ],
        { transaction },
      ),
    ),
  ],
};

/** On SQLite it rebuilds the parent table. */
const widenLabels: Migration = {
  name: '0003-widen-labels',
  steps: () => [
    {
      name: 'widen shelves.label',
      run: (queryInterface) =>
        queryInterface.changeColumn('shelves', 'label', { type: DataTypes.STRING(200), allowNull: false }),
    },
  ],
};

export const sampleMigrations = [createShelves, fillShelves, widenLabels];
