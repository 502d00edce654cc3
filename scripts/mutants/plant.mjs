// Plants a fault from one of this folder's lists in the text of its file. A fault that no longer applies is an error, because whoever changes
// the code must also update the fault.

/** @typedef {{ name: string, file: string, find: string, replace: string, tests: string[], only?: string }} Fault */

/**
 * Returns the text with the fault in it.
 * @param {string} source @param {Fault} fault
 * @throws if `find` does not occur exactly once, or would be replaced by itself
 */
export function plantFault(source, { name, file, find, replace }) {
  const pieces = source.split(find);
  if (find === '' || find === replace) throw new Error(`The fault “${name}” changes nothing in ${file}.`);
  if (pieces.length !== 2)
    throw new Error(`The fault “${name}” no longer applies: ${file} has ${pieces.length - 1} places that read\n  ${find}\nThere must be exactly one.`);
  return pieces.join(replace);
}
