import { optionalText } from './column-kinds.server';
import { addColumn, addIndex, changeRows, type Step } from './steps.server';

export const name = '0019-job-subjects';

export const steps = (): Step[] => [
  addColumn('jobs', 'subject', optionalText(64)),
  addIndex('jobs', ['subject']),
  changeRows('fill jobs.subject', ({ sequelize }, transaction) =>
    sequelize.query(
      `UPDATE jobs SET subject = CONCAT('transcription:', JSON_EXTRACT(payload, '$.transcriptionId'))
      WHERE status <> 'done' AND payload LIKE '{"transcriptionId":%}' AND subject IS NULL`,
      { transaction },
    ),
  ),
];
