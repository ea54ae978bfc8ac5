// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Security check',
  hint: 'I-slide ang piraso papunta sa puwang',
  slider: 'Puwesto ng piraso',
  position: (a) => '' + a.x + ' sa ' + a.range,
  confirm: 'Kumpirmahin',
  another: 'Ibang larawan',
  close: 'Isara',
  picture: 'Larawang may puwang na hugis piraso ng puzzle',
  work: 'Mag-verify nang walang puzzle',
  workHelp: 'Magkakalkula na lang ang device mo. Ilang segundo lang ito.',
  working: (a) => 'Kinakalkula, ' + a.percent + '%',
  checking: 'Sinusuri',
  onlyWork: 'Masyadong maraming subok sa puzzle. Mag-verify nang wala ito.',
  renewed: 'Hindi nagtugma. Narito ang ibang larawan.',
  solved: 'Na-verify',
  tooMany: 'Masyadong maraming pagsubok, maghintay sandali',
  unavailable: 'Hindi maabot ang security check, subukan muli',
}

export default messages
