"""Scripts that measure in the page, in milliseconds, from an event of a person until the frame that shows the result."""

ROW = """
const painted = (position) => { const row = document.querySelector(`.grid-row[aria-rowindex='${position + 2}']:not(.waiting)`); return row && row.textContent }
const when = (holds, done) => { const start = performance.now(); const look = () => holds() ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look); return look }
"""
# Chooses a type without rows, and then another view, as links of the page do.
OPEN = ROW + """
const [query, done] = arguments
const choose = (text) => { history.pushState(null, '', text); dispatchEvent(new PopStateEvent('popstate')) }
const isEmpty = () => document.querySelector('.states:not([hidden])')?.textContent.includes('Small has no rows')
choose('?type=Small')
when(isEmpty, () => {
  const look = when(() => !isEmpty() && painted(0), done)
  choose(query)
  look()
})()
"""
# Presses a key with Control in the table, until a row is painted.
PRESS = ROW + """
const [position, key, done] = arguments
const look = when(() => painted(position), done)
document.querySelector('.grid').dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }))
look()
"""
# Clicks on the first cell of a visible row, until its object is painted in the pane.
CLICK = ROW + """
const [place, done] = arguments
const rows = [...document.querySelectorAll('.grid-row:not(.waiting)')].sort((a, b) => a.ariaRowIndex - b.ariaRowIndex)
const cell = rows[place].querySelector('.cell')
const name = rows[place].children[1].textContent
const look = when(() => document.querySelector('.object-head h2 bdi')?.textContent === name, done)
cell.click()
look()
"""
# Reads pages one after the other.
PAGES = """
const [total, count, done] = arguments
let state = 12345
const next = () => (state = (state * 1103515245 + 12345) % 2147483648)
;(async () => {
  for (let page = 0; page < count; page += 1) {
    const from = Math.floor(next() / 2147483648 * Math.max(1, total - 100))
    const answer = await fetch(`/api/rows?client=00000000000000ff&type=Big&from=${from}&count=100`)
    if (!answer.ok) throw new Error(await answer.text())
    await answer.json()
  }
  done(true)
})().catch((error) => done(String(error)))
"""
