// After a form of the first paint (inline-page.ts), until the form's screen takes over from it (lib/forms/first-form.ts).
{
  const first = document.getElementById('first')
  const form = document.getElementById('first-form')
  // A member is led away from here.
  if (localStorage.getItem('adminToken')) first.remove()
  // It goes in the moment in which something takes its place: by then its screen has taken what was typed.
  new MutationObserver(() => first.remove()).observe(document.getElementById('root'), { childList: true })
  // A form that is submitted before the script has come is sent by it.
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    form.dataset.asked = ''
  })
}
