/** Writes what a child says, indented, so that its closing lines cannot be taken for ours. */
export function indentLines(stream, write) {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) write(`  ${line}\n`)
  })
  stream.on('end', () => rest && write(`  ${rest}\n`))
}
