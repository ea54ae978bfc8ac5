// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Sicherheitsprüfung',
  hint: 'Schieben Sie das Teil in die Lücke',
  slider: 'Position des Teils',
  position: (a) => '' + a.x + ' von ' + a.range,
  confirm: 'Bestätigen',
  another: 'Anderes Bild',
  close: 'Schließen',
  picture: 'Ein Bild mit einer Lücke in der Form eines Puzzleteils',
  work: 'Ohne Puzzle bestätigen',
  workHelp: 'Stattdessen löst Ihr Gerät eine Rechenaufgabe. Das dauert einige Sekunden.',
  working: (a) => 'Wird berechnet, ' + a.percent + ' %',
  checking: 'Wird geprüft',
  onlyWork: 'Zu viele Versuche mit dem Puzzle. Bitte ohne Puzzle bestätigen.',
  renewed: 'Das hat nicht gepasst. Hier ist ein anderes Bild.',
  solved: 'Bestätigt',
  tooMany: 'Zu viele Versuche, bitte einen Moment warten',
  unavailable: 'Die Prüfung ist nicht erreichbar, bitte erneut versuchen',
}

export default messages
