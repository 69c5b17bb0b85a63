// Shows what is typed once more, as a list of results would stand below its field.
const input = document.querySelector("input");
const echo = document.querySelector("#echo");
input.addEventListener("input", () => {
  echo.textContent = input.value;
});
