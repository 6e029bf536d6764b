import { type KeyboardEvent, type RefObject, useState } from 'react'

/**
 * The keys of a combobox: the arrows go round the options of its list, Enter chooses. The focus stays in the field; the option
 * is named by `activeId`. Without one Enter is the form's.
 */
export function useOptionKeys(list: RefObject<HTMLElement | null>) {
  const [activeId, setActiveId] = useState<string>()
  const findOptions = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
  const moveBy = (step: 1 | -1) => {
    const options = findOptions()
    const before = options.findIndex(({ id }) => id === activeId)
    const start = step > 0 ? -1 : options.length
    const next = options[((before < 0 ? start : before) + step + options.length) % options.length]
    next?.scrollIntoView({ block: 'nearest' })
    setActiveId(next?.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const active = findOptions().find(({ id }) => id === activeId)
    if (event.key === 'ArrowDown') moveBy(1)
    else if (event.key === 'ArrowUp') moveBy(-1)
    else if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) active.click()
    else return
    event.preventDefault()
  }
  return { activeId, forgetActive: () => setActiveId(undefined), onKeyDown }
}
