import { expect, test } from 'vitest';
import { openLog, type LogOptions } from './log.server.ts';

function written(options: LogOptions, speak: (log: ReturnType<typeof openLog>) => void): string[] {
  const lines: string[] = [];
  speak(openLog({ ...options, write: (line) => lines.push(line) }));
  return lines;
}

test('for machines every entry is one JSON object on one line, errors and bigints included', () => {
  const error = new Error('gone', { cause: Object.assign(new Error('socket'), { code: 'ECONNRESET' }) });
  const [line = '', ...rest] = written({ readable: false }, (log) =>
    log.error('unexpected\nerror', { error, cents: 5n }),
  );
  expect(rest).toEqual([]);
  expect(line.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    message: 'unexpected\nerror',
    cents: '5',
    error: { message: 'gone', stack: expect.stringContaining('log.server.test.ts'), cause: { code: 'ECONNRESET' } },
  });
});

test('of an error only its words, code and place are written, not what PostgreSQL quotes from a statement', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(a@b.test) exists.' });
  for (const readable of [true, false]) {
    const [line = ''] = written({ readable }, (log) => log.error('unexpected error', { error }));
    expect(line).toContain('duplicate key');
    expect(line).not.toContain('a@b.test');
  }
});

test('for people a value cannot begin a line of its own', () => {
  const [line = ''] = written({ readable: true }, (log) => log.warn('odd\nname', { name: 'x\n12:00:00 all is well' }));
  expect(line.trimEnd().split('\n')).toHaveLength(1);
  expect(line).toContain('WARN odd name name="x\\n12:00:00 all is well"');
});

test('a level keeps out what is below it', () => {
  const speak = (log: ReturnType<typeof openLog>) => {
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.fatal('d');
  };
  const count = (level: NonNullable<LogOptions['level']>) => written({ level, readable: false }, speak).length;
  expect([count('debug'), count('info'), count('warn'), count('fatal'), count('silent')]).toEqual([4, 3, 2, 1, 0]);
});
