/**
 * The browser of the tests: a Chromium that comes inside an npm package, so that no machine has to have one. The
 * package unpacks it once into node_modules/.cache. It unpacks its libraries too only if it believes to run on AWS
 * Lambda, so the environment says so.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failed, root } from './prepare.mjs';

/** Where the browser is, and the environment in which it finds its libraries and fonts. */
export function chromium() {
  const packed = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const { version } = createRequire(import.meta.url)(join(dirname(packed), '../package.json'));
  const folder = join(root, 'node_modules/.cache', `chromium-${version}`);
  if (!existsSync(folder)) unpack(packed, folder);
  writeFileSync(join(folder, 'fonts/fonts.conf'), fontsIn(folder));
  return {
    executable: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  };
}

/** A font configuration with folders that exist here: the one in the package names folders of AWS Lambda. */
function fontsIn(folder) {
  const folders = [join(folder, 'fonts/fonts'), '/usr/share/fonts', '/usr/local/share/fonts'];
  const list = folders.map((each) => `  <dir>${each}</dir>`).join('\n');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${list}
  <cachedir>${join(folder, 'fonts/cache')}</cachedir>
</fontconfig>
`;
}

function unpack(packed, folder) {
  console.log('Unpacking the browser of the tests …');
  const growing = `${folder}.${process.pid}`;
  mkdirSync(growing, { recursive: true });
  const program = `import(${JSON.stringify(packed)}).then(({ default: chromium }) => chromium.executablePath())`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', program], {
    env: { ...process.env, TMPDIR: growing, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Failed(`The browser of the tests could not be unpacked:\n${stderr}`);
  try {
    renameSync(growing, folder);
  } catch (error) {
    // Another run unpacked it first; that copy is the same.
    rmSync(growing, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
