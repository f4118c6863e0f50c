import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { day, names, textOrEmpty, time } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';

const query = z.object({
  ...pageQuery(['-at'], 50),
  /** `topup.approved`, or its beginning `topup.` */
  action: textOrEmpty(80),
  applyId: names('request', textOrEmpty(64)),
  /** A person's `_id`: what they did, or what concerns them. */
  userId: names('user', textOrEmpty(64)),
  from: z.optional(day),
  to: z.optional(day),
});

export const getAuditLog = endpoint({
  method: 'GET',
  path: '/kimi/get-audit-log',
  access: { admin: 'Support' },
  summary: 'Who did what, when, from where, and what it was before and after; newest first.',
  query,
  output: z.object({
    message: z.string(),
    entries: z.array(
      z.object({
        _id: z.string(),
        at: time,
        actor: z.nullable(z.string()),
        actorId: z.nullable(z.string()),
        address: z.string(),
        agent: z.string(),
        action: z.string(),
        subject: z.nullable(z.string()),
        subjectId: z.nullable(z.string()),
        applyId: z.nullable(z.string()),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
    ...pageAnswer,
  }),
  trips: 2,
});

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/kimi/export-audit-log',
  access: { admin: 'Finance' },
  leavesTrace: { as: 'read.audit_log' },
  summary: 'The audit log as a spreadsheet, with the same filter.',
  query,
  media: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  trips: 10_000,
});
