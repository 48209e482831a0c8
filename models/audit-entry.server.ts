import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';
import { User } from './user.server';

/** An audit log entry of an administrator's action. Append-only. */
export class AuditEntry extends Model<InferAttributes<AuditEntry>, InferCreationAttributes<AuditEntry>> {
  declare id: CreationOptional<number>;
  /** Null for the terminal. */
  declare adminId: number | null;
  /** The user it is about, if any. */
  declare subjectId: number | null;
  declare action: string;
  /** JSON. */
  declare details: string;
  declare admin?: NonAttribute<User | null>;
  declare subject?: NonAttribute<User | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    AuditEntry.init(
      {
        ...rowColumns(),
        adminId: { type: DataTypes.BIGINT, allowNull: true },
        subjectId: { type: DataTypes.BIGINT, allowNull: true },
        action: { type: DataTypes.STRING(64), allowNull: false },
        details: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: 'audit_entries' },
    );
  }

  static associate(): void {
    AuditEntry.belongsTo(User, { as: 'admin', foreignKey: 'adminId' });
    AuditEntry.belongsTo(User, { as: 'subject', foreignKey: 'subjectId' });
  }
}
