/**
 * Runs tests on sources in which some rules are flipped. vitest stays open, so that all flips share one PostgreSQL and
 * one compiler.
 */
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import { root, type Flip, type Test } from './flip-words.ts';

/** A test that failed, with its messages. */
export type Red = { file: string; name: string; message: string };

export type Tests = { run(flips: readonly Flip[], tests: readonly Test[]): Promise<Red[]>; close(): Promise<void> };

export async function openTests(): Promise<Tests> {
  let flipped = new Map<string, Flip[]>();
  const plugin = {
    name: 'flip',
    enforce: 'pre' as const,
    transform(source: string, id: string) {
      const flips = flipped.get(id.split('?')[0]!);
      return flips?.reduce((text, flip) => changed(text, flip), source);
    },
  };
  const options = { root, watch: false, reporters: [{}], maxWorkers: 2, fsModuleCache: false, silent: true };
  // Flipped rules make calls fail on purpose; what the portal logs about that is noise.
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const vitest = await createVitest('test', options, { plugins: [plugin] }, { stdout: nowhere(), stderr: nowhere() });
  await vitest.standalone();
  const [project] = vitest.projects;
  const specification = (file: string, tests: readonly Test[]): TestSpecification => {
    const names = tests.flatMap(({ name }) => (name ? [escaped(name).replaceAll(' > ', '.{1,3}')] : []));
    const all = names.length < tests.length;
    return project!.createSpecification(join(root, file), all ? {} : { testNamePattern: new RegExp(names.join('|')) });
  };
  return {
    async run(flips, tests) {
      const before = [...flipped.keys()];
      flipped = Map.groupBy(flips, ({ file }) => join(root, file));
      for (const file of [...before, ...flipped.keys()]) vitest.invalidateFile(file);
      const files = Map.groupBy(tests, ({ file }) => file);
      const { testModules } = await vitest.runTestSpecifications(
        [...files].map(([file, some]) => specification(file, some)),
      );
      // Tests that were not selected still carry the result of an earlier run.
      return testModules
        .flatMap(redIn)
        .filter(({ file, name }) => files.get(file)?.some((test) => !test.name || !name || test.name === name));
    },
    close: () => vitest.close(),
  };
}

function changed(source: string, flip: Flip): string {
  const text = flip.change(source);
  if (text === source) throw new Error(`This flip changes nothing: ${flip.what}`);
  return text;
}

/** The failed tests of a file. A file that could not run at all is reported as one test without a name. */
function redIn(module: TestModule): Red[] {
  const file = module.relativeModuleId;
  const broken = module.errors().map(({ message }) => ({ file, name: '', message }));
  const failed = [...module.children.allTests('failed')].map((test) => ({
    file,
    name: test.fullName,
    message: (test.result().errors ?? []).map(({ message, diff }) => `${message}\n${diff ?? ''}`).join('\n'),
  }));
  return [...broken, ...failed];
}

function escaped(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
