import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { rowColumns } from './columns.server';
import { keepTurns } from './job-turns.server';

export type JobStatus = 'waiting' | 'running' | 'done' | 'dead';

/** A job enqueued in the transaction that requires it (an outbox). */
export class Job extends Model<InferAttributes<Job>, InferCreationAttributes<Job>> {
  declare id: CreationOptional<number>;
  declare name: string;
  /** JSON of the schema that the catalogue has for this name. */
  declare payload: string;
  /** Jobs of one lane run one at a time, in the order they were enqueued. */
  declare lane: CreationOptional<string | null>;
  /** Key under which unfinished jobs are found again, such as `transcription:7`. */
  declare subject: CreationOptional<string | null>;
  /** At most one job ever has this key. */
  declare uniqueKey: CreationOptional<string | null>;
  declare status: CreationOptional<JobStatus>;
  /** Number of claims. */
  declare attempts: CreationOptional<number>;
  declare runAt: Date;
  /** The catalogue's queue of this name; null in rows of a version without this column. */
  declare queue: CreationOptional<string | null>;
  /**
   * Since when a worker may take the job, by which jobs of a queue are ordered; null while another job of its lane
   * is ahead. It saves work, and decides nothing: a claim looks at the lane itself.
   */
  declare turn: CreationOptional<Date | null>;
  declare leasedUntil: CreationOptional<Date | null>;
  /** Fencing token: incremented at every claim; a write with an older number is rejected. */
  declare fence: CreationOptional<number>;
  declare lastError: CreationOptional<string | null>;
  declare finishedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    Job.init(
      {
        ...rowColumns(),
        name: { type: DataTypes.STRING(64), allowNull: false },
        payload: { type: DataTypes.TEXT, allowNull: false },
        lane: { type: DataTypes.STRING(64), allowNull: true },
        subject: { type: DataTypes.STRING(64), allowNull: true },
        uniqueKey: { type: DataTypes.STRING(128), allowNull: true },
        status: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'waiting' },
        attempts: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        runAt: { type: DataTypes.DATE(3), allowNull: false },
        queue: { type: DataTypes.STRING(16), allowNull: true },
        turn: { type: DataTypes.DATE(3), allowNull: true },
        leasedUntil: { type: DataTypes.DATE(3), allowNull: true },
        fence: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 },
        lastError: { type: DataTypes.TEXT, allowNull: true },
        finishedAt: { type: DataTypes.DATE(3), allowNull: true },
      },
      { sequelize, tableName: 'jobs' },
    );
    keepTurns(Job);
  }
}
