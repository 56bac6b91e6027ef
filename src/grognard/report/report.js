(function () {
  var box = document.getElementById("replay");
  if (!box) return;
  var use = box.querySelector("use.now"), slider = box.querySelector("input");
  var button = box.querySelector("button"), output = box.querySelector("output");
  var titles = JSON.parse(box.dataset.titles), timer = 0;
  function show(n) {
    use.setAttribute("href", "#f" + n);
    output.textContent = titles[n];
    slider.value = n;
    slider.setAttribute("aria-valuetext", titles[n]);
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    button.textContent = "Play";
  }
  slider.addEventListener("input", function () { stop(); show(Number(slider.value)); });
  button.addEventListener("click", function () {
    if (timer) return stop();
    if (Number(slider.value) === titles.length - 1) show(0);
    button.textContent = "Pause";
    timer = setInterval(function () {
      var next = Number(slider.value) + 1;
      if (next === titles.length) return stop();
      show(next);
    }, 700);
  });
  show(titles.length - 1);
})();
