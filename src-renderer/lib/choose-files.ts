/** Held until the next one: while its dialog is open, a field that nothing holds may be collected, and what is chosen in it is lost. */
let field: HTMLInputElement | undefined;

/** Opens the system's dialog for files. `take` is called with those that a person chooses, at least one. */
export function chooseFiles(accept: string, take: (files: File[]) => void, { multiple = false } = {}): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = multiple;
  input.accept = accept;
  input.addEventListener('change', () => {
    if (input.files && input.files.length > 0) take([...input.files]);
  });
  field = input;
  field.click();
}
