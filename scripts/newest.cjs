// What in src/ is newer than what was made of it. Written in the JavaScript of 2015 (scripts/ready.cjs says why).
'use strict';
const fs = require('fs');
const path = require('path');

/** The path below `folder` of its newest file, and when it was changed, in milliseconds. */
function newestFile(folder) {
  let newest = { name: '', changedMs: 0 };
  for (const name of fs.readdirSync(folder)) {
    const status = fs.statSync(path.join(folder, name));
    const inside = status.isDirectory()
      ? newestFile(path.join(folder, name))
      : { name: '', changedMs: status.mtimeMs };
    if (inside.changedMs > newest.changedMs) {
      newest = { name: path.join(name, inside.name), changedMs: inside.changedMs };
    }
  }
  return newest;
}

/** The newest file of `src` if it is newer than `made`, or if `made` is not there; otherwise undefined. */
exports.newerSource = function newerSource(root, made) {
  const source = newestFile(path.join(root, 'src'));
  const target = path.join(root, made);
  const isMade = fs.existsSync(target) && fs.statSync(target).mtimeMs >= source.changedMs;
  return isMade ? undefined : path.join('src', source.name);
};
