// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Security check',
  hint: 'Slide the piece into the gap',
  slider: 'Position of the piece',
  position: (a) => '' + a.x + ' of ' + a.range,
  confirm: 'Confirm',
  another: 'Another picture',
  close: 'Close',
  picture: 'A picture with a gap in the shape of a puzzle piece',
  work: 'Verify without the puzzle',
  workHelp: 'Your device solves a calculation instead. It takes a few seconds.',
  working: (a) => 'Calculating, ' + a.percent + ' %',
  checking: 'Checking',
  onlyWork: 'Too many tries with the puzzle. Please verify without it.',
  renewed: 'That did not fit. Here is another picture.',
  solved: 'Verified',
  tooMany: 'Too many attempts, please wait a moment',
  unavailable: 'The check could not be reached, please try again',
}

export default messages
