/**
 * npm runs this after `npm ci`, with whatever Node the machine has. It does two things. npm is silent when it leaves
 * out an optional package, because Node is too old or the network failed; the portal could not run, so this script says
 * it. And npm 9 (Debian 12 and 13), when it removes the Node package for another processor, removes the link to ours as
 * well; this script makes it again.
 */
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';

const [, major, minor] = /\bnode\/v(\d+)\.(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
if (Number(major) < 20 || (Number(major) === 20 && Number(minor) < 19)) {
  console.error(`The portal is installed with Node 20.19 or later; this is ${major}.${minor}.`);
  process.exit(1);
}

const fits = (wanted, own) => [wanted].flat().includes(own);
// Only tests need it, and those say that they are left out.
const forTests = ['node_modules/@foundry-rs/anvil-linux-amd64'];
const missing = Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages)
  .filter(([, each]) => each.optional && !each.dev && fits(each.os, process.platform) && fits(each.cpu, process.arch))
  .filter(([place, { libc }]) => fits(libc ?? 'glibc', 'glibc') && !existsSync(place) && !forTests.includes(place))
  .map(([place]) => place.slice('node_modules/'.length));
if (missing.length > 0) {
  console.error(`npm could not get ${missing.join(', ')}, which the portal needs on this machine. Run it again.`);
  process.exit(1);
}

const brought = `node-linux-${process.arch}/bin/node`;
const link = 'node_modules/.bin/node';
if (existsSync(`node_modules/${brought}`) && !existsSync(link)) {
  rmSync(link, { force: true });
  symlinkSync(`../${brought}`, link);
}
