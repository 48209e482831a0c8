import { DataTypes } from 'sequelize';
import type { Migration } from '@/models/migrations/index.server';

const id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true } as const;

export const createShelves: Migration = {
  name: '0001-shelves',
  async up(queryInterface) {
    await queryInterface.createTable('shelves', {
      id,
      label: { type: DataTypes.STRING(20), allowNull: false },
    });
    await queryInterface.createTable('books', {
      id,
      shelf_id: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'shelves', key: 'id' },
        onDelete: 'CASCADE',
      },
    });
  },
};

export const fillShelves: Migration = {
  name: '0002-fill-shelves',
  async up(queryInterface) {
    await queryInterface.bulkInsert('shelves', [{ id: 1, label: 'É' }]);
    await queryInterface.bulkInsert('books', [
      { id: 1, shelf_id: 1 },
      { id: 2, shelf_id: 1 },
    ]);
  },
};

/** SQLite rebuilds the parent table for it. */
export const widenLabels: Migration = {
  name: '0003-widen-labels',
  async up(queryInterface) {
    await queryInterface.changeColumn('shelves', 'label', { type: DataTypes.STRING(200), allowNull: false });
  },
};

export const sampleMigrations = [createShelves, fillShelves, widenLabels];
